/**
 * Decodes percent-encoded text (RFC 3986 §2.1). Bytes that are no UTF-8 are read as Windows-1252, as older mail programs
 * wrote them; percent signs that encode nothing stay.
 */
export function decodePercent(text: string): string {
	return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
		const bytes = Uint8Array.from(run.slice(1).split("%"), (byte) => Number.parseInt(byte, 16));
		try {
			return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
		} catch {
			return new TextDecoder("windows-1252").decode(bytes);
		}
	});
}
