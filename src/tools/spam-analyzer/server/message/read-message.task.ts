import {
	attachmentFacts,
	attachmentSources,
	bodyHtml,
	bodyText,
	judge,
	linksOf,
	NO_RELATIONS,
	parseFull,
	partContent,
	partitionParts,
	readStructure,
	textLinks,
} from "#kernel/parse.ts";
import { parseAddressList } from "#shared/mail/addresses.ts";
import { decodeRawHeader } from "#shared/mail/encoded-words.ts";
import type { MessageFacts } from "../../contract.ts";
import { attachmentProblem, typeOf } from "./file-type.ts";
import { type Client, clientOf, readHops } from "./hops.ts";
import { type KeyAnswers, keyNamesOf, type SignatureResults, verifySignatures } from "./signatures.ts";

export interface ReadInput {
	/** Null: signatures are not verified yet. */
	keys: KeyAnswers | null;
}

export interface ReadOutput {
	facts: Omit<MessageFacts, "authentication" | "verdict" | "reasons">;
	/** The verdict without what the mailbox knows; null: keys were given, so it was judged before. */
	judged: Required<Pick<MessageFacts, "verdict" | "reasons">> | null;
	/** Address of the author; null: the message has none. */
	author: string | null;
	/** Of the envelope, as the receiving server noted it. */
	returnPath: string | null;
	client: Client | null;
	keyNames: string[];
	signatures: SignatureResults | null;
}

const MAX_BODY_BYTES = 2 * 1024 * 1024;
const MAX_TEXT_LENGTH = 500_000;
const MAX_LINKS = 200;
const MAX_ATTACHMENTS = 100;
const SHOWN_LENGTH = 200;

/** The verdict on a message that is in no mailbox. */
async function judgedAlone(raw: Buffer): Promise<NonNullable<ReadOutput["judged"]>> {
	const { from, trust } = (await parseFull(raw)).message;
	const { verdict, reasons } = judge(trust, from, NO_RELATIONS);
	return { verdict, reasons: reasons.map(({ kind, about, other }) => ({ kind, about, other })) };
}

/** Reads a message, and verifies its signatures with keys that the main thread looked up. */
export default async function readMessage(raw: Buffer, { keys }: ReadInput): Promise<ReadOutput> {
	const { fields, root } = readStructure(raw);
	const first = (name: string): string => fields.find((field) => field.name === name)?.raw ?? "";
	const parts = partitionParts(root);
	const [author] = parseAddressList(first("from"));
	const [envelope] = parseAddressList(first("return-path"));
	const html = bodyHtml(raw, parts, MAX_BODY_BYTES);
	const text = bodyText(raw, parts, { bytes: MAX_BODY_BYTES, characters: MAX_TEXT_LENGTH }).text;
	const links = html === null ? textLinks(text) : linksOf(html);
	const sources = attachmentSources(raw, parts).sources.slice(0, MAX_ATTACHMENTS);
	const files = attachmentFacts(raw, sources, new Set());
	return {
		facts: {
			subject: decodeRawHeader(first("subject")).slice(0, SHOWN_LENGTH),
			from: decodeRawHeader(first("from")).slice(0, SHOWN_LENGTH),
			hops: readHops(fields),
			links: [...links].slice(0, MAX_LINKS).map(({ url, text, shown, isNumeric }) => ({
				...{ text: text.slice(0, SHOWN_LENGTH), host: url.hostname },
				problem:
					shown !== null
						? `The text says ${shown}, the link leads to ${url.hostname}.`
						: isNumeric
							? "Leads to an IP address instead of a name."
							: null,
			})),
			attachments: sources.map(({ part, packed }, index) => {
				const { filename = "", contentType = "" } = files[index] ?? {};
				const actual = typeOf((packed?.content() ?? partContent(raw, part)).bytes);
				return { filename, declared: contentType, actual, problem: attachmentProblem(filename, actual) };
			}),
		},
		judged: keys === null ? await judgedAlone(raw) : null,
		author: author?.email ?? null,
		returnPath: envelope?.email ?? null,
		client: clientOf(fields),
		keyNames: keyNamesOf(fields),
		signatures: keys === null ? null : await verifySignatures(raw, keys),
	};
}
