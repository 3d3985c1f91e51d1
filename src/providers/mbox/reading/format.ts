/** Detects the format of an uploaded file from its first bytes; the name is a hint when they are ambiguous. */

export type Format = "mbox" | "eml" | "msg" | "gzip" | "zip" | "tar" | "foreign" | "empty" | "unknown";

/** Bytes needed for detection: a tar header is 512 long. */
export const HEAD_BYTES = 4096;

/** Common archive formats that are not supported, with advice. */
const FOREIGN: [magic: number[], name: string][] = [
	[[0x42, 0x5a, 0x68], "bzip2"],
	[[0xfd, 0x37, 0x7a, 0x58, 0x5a], "xz"],
	[[0x37, 0x7a, 0xbc, 0xaf, 0x27], "7-Zip"],
	[[0x52, 0x61, 0x72, 0x21], "RAR"],
	[[0x28, 0xb5, 0x2f, 0xfd], "Zstandard"],
	[[0x4c, 0x5a, 0x49, 0x50], "lzip"],
	[[0x21, 0x42, 0x44, 0x4e], "Outlook PST"],
];

const startsWith = (head: Buffer, magic: number[]): boolean => magic.every((byte, index) => head[index] === byte);

/** A compound file: an Outlook message, or an old Office document. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** The name of a known but unsupported format, or null. */
export function foreignFormat(head: Buffer): string | null {
	return FOREIGN.find(([magic]) => startsWith(head, magic))?.[1] ?? null;
}

const FIELD = /^[!-9;-~]{1,100}[ \t]*:/;
/** At least one of these fields distinguishes mail from other `Name: value` files, such as configuration. */
const MAIL_FIELD =
	/^(?:from|to|cc|bcc|subject|date|received|return-path|message-id|mime-version|content-type|delivered-to|reply-to|sender|x-gm-thrid|x-mozilla-status|x-[a-z-]*mail[a-z-]*|dkim-signature|arc-[a-z-]+|envelope-to|newsgroups)[ \t]*:/i;

/** Whether text begins with a message header (RFC 5322 §2.2), leniently. */
function looksLikeHeader(text: string): boolean {
	const lines = text.split(/\r\n|\n|\r/);
	// The last line may be truncated.
	const completeLines = lines.length > 1 ? lines.slice(0, -1) : lines;
	let mail = false;
	for (const [index, line] of completeLines.entries()) {
		if (line === "") break;
		if (index > 0 && /^[ \t]/.test(line)) continue;
		if (!FIELD.test(line)) return mail && index > 2;
		mail ||= MAIL_FIELD.test(line);
	}
	return mail;
}

/**
 * @param head the first bytes, at most `HEAD_BYTES`
 * @param name decides when the bytes are ambiguous: damaged mail in a file named `.mbox` or `.eml`
 */
export function formatOf(head: Buffer, name: string): Format {
	if (head.length === 0) return "empty";
	if (startsWith(head, [0x1f, 0x8b])) return "gzip";
	if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) return "zip";
	if (head.toString("latin1", 257, 262) === "ustar") return "tar";
	if (startsWith(head, COMPOUND)) return /\.msg(?:\.gz)?$/i.test(name) ? "msg" : "unknown";
	if (foreignFormat(head)) return "foreign";
	const text = head.toString("latin1").replace(/^(?:ï»¿)?\s*/, "");
	if (text === "") return head.length < HEAD_BYTES ? "empty" : "unknown";
	const bare = name.replace(/\.gz$/i, "").toLowerCase();
	if (text.startsWith("From ")) {
		// A saved message may start with a separator line; the splitter handles both.
		return "mbox";
	}
	if (/\.(?:mbox|mbx)$/.test(bare) || /(?:^|\/)mbox$/.test(bare)) return "mbox";
	if (bare.endsWith(".eml") || looksLikeHeader(text))
		return head.includes(0) && !bare.endsWith(".eml") ? "unknown" : "eml";
	return "unknown";
}
