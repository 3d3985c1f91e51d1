import { readHeaderSection } from "#kernel/parse.ts";
import { parseMessageIds } from "#shared/mail/message-ids.ts";

/** The ids that References of an answer to this message begins with (RFC 5322 §3.6.4): oldest first, without angle brackets. */
export default function readReferences(raw: Buffer): string[] {
	const { fields } = readHeaderSection(raw, 0);
	const idsIn = (wanted: string): string[] =>
		fields.filter(({ name }) => name === wanted).flatMap((field) => parseMessageIds(field.raw));
	const references = idsIn("references");
	if (references.length > 0) return references;
	const answered = idsIn("in-reply-to");
	return answered.length === 1 ? answered : [];
}
