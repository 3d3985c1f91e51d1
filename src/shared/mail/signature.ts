import { textBefore } from "../trim.ts";

/** Maximum characters read of a sender's name. */
const MAX_NAME_LENGTH = 500;
/** Number of last lines searched for a signature without a delimiter. */
const MAX_LINES = 12;
const CLOSING =
	/^(?:(?:many |kind |best |warm |warmest |with )*(?:thanks?|thank you|regards|wishes|cheers|sincerely|yours|best|love|take care|grüße|gruß|freundlichen grüßen|liebe grüße|cordialement|saludos|cordiali saluti|atenciosamente|groeten|groet|hälsningar|hilsen|terveisin|pozdrawiam)(?: (?:again|so much|very much|in advance|truly|sincerely|faithfully|and regards))?)[\s,.!-]*$/iu;

/**
 * Where a signature without a delimiter starts: a short line near the end containing the sender's name, and the
 * closing words above it. Not detected without a name.
 * @param lines the sender's own lines, quotes removed
 * @param senderName display name, or the address if there is none
 * @returns index of its first line, or -1
 */
export function signatureByName(lines: readonly string[], senderName: string): number {
	const names = new Set(
		textBefore(senderName.slice(0, MAX_NAME_LENGTH), "@")
			.toLowerCase()
			.match(/\p{L}{3,}/gu) ?? [],
	);
	if (names.size === 0) return -1;
	let written = 0;
	let begin = -1;
	const firstWritten = lines.findIndex((line) => line.trim() !== "");
	for (let i = lines.length - 1; i > firstWritten && written < MAX_LINES; i--) {
		const line = (lines[i] as string).trim();
		if (line === "") continue;
		written++;
		if (line.length > 60) break;
		if (isNameLine(line, names)) begin = i;
	}
	if (begin < 0) return -1;
	for (let i = begin - 1; i > firstWritten; i--) {
		const line = (lines[i] as string).trim();
		if (line === "") continue;
		return CLOSING.test(line) ? i : begin;
	}
	return begin;
}

function isNameLine(line: string, names: ReadonlySet<string>): boolean {
	const words = line.toLowerCase().match(/\p{L}+/gu) ?? [];
	if (
		words.length === 0 ||
		words.length > 5 ||
		line.length > 45 ||
		!/^[-–~]{0,2} ?\p{L}/u.test(line) ||
		/^(?:hi|hello|hey|dear|hallo|liebe|lieber|bonjour|hola)\b/iu.test(line)
	)
		return false;
	// A sentence about oneself is not a signature.
	return words.some((word) => names.has(word)) && !/[?:;]|\.\s+\S/.test(line.replace(/\b\p{Lu}\./gu, ""));
}
