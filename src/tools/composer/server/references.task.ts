import { readHeaderSection } from "#kernel/parse.ts";
import { readMailto } from "#shared/mail/mailto.ts";
import { parseMessageIds, parseReferences } from "#shared/mail/message-ids.ts";

export interface AnswerFacts {
	/** The ids that References of an answer begins with (RFC 5322 §3.6.4): oldest first, without angle brackets. */
	references: string[];
	/** The address that takes messages to the mailing list (RFC 2369 §3.4); null: none is named. */
	listPost: string | null;
}

/** What an answer to this message needs from its header. */
export default function readAnswerFacts(raw: Buffer): AnswerFacts {
	const { fields } = readHeaderSection(raw, 0);
	const valuesOf = (wanted: string): string[] => fields.filter(({ name }) => name === wanted).map((field) => field.raw);
	const references = valuesOf("references").flatMap(parseReferences);
	const answered = valuesOf("in-reply-to").flatMap(parseMessageIds);
	const [, url] = /<(mailto:[^>]+)>/i.exec(valuesOf("list-post").join(" ")) ?? [];
	return {
		references: references.length > 0 ? references : answered.length === 1 ? answered : [],
		listPost: url === undefined ? null : (readMailto(url).to[0]?.email ?? null),
	};
}
