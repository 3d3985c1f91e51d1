/** Fields that Google Takeout prepends to a message. */
const ADDED = /^(?:x-gm-thrid|x-gmail-labels)[ \t]*:/i;

/**
 * A message of a Google Takeout archive as Gmail itself has it: without the fields that Takeout adds, and with CRLF
 * line endings (RFC 5322 §2.3) where the archive has bare line feeds.
 * @param raw one code unit per byte
 */
export function withoutTakeout(raw: string): string {
	let at = 0;
	for (;;) {
		if (!ADDED.test(raw.slice(at, at + 100))) break;
		do {
			const end = raw.indexOf("\n", at);
			at = end < 0 ? raw.length : end + 1;
			// Folded lines start with whitespace (RFC 5322 §2.2.3).
		} while (raw[at] === " " || raw[at] === "\t");
	}
	const own = raw.slice(at);
	const isBare = !own.slice(0, own.indexOf("\n") + 1).endsWith("\r\n");
	return isBare ? own.replace(/\r?\n/g, "\r\n") : own;
}
