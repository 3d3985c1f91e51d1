/**
 * Cuts a text so that it takes at most `maxBytes` as a JSON string in UTF-8, without splitting a character.
 * @returns the text itself if it fits
 */
export function cutToJsonBytes(text: string, maxBytes: number): string {
	let bytes = 2;
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		const isPair = code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
		bytes += isPair ? 4 : jsonBytes(code);
		if (bytes > maxBytes) return text.slice(0, i);
		if (isPair) i++;
	}
	return text;
}

/** Size in bytes of a text as a JSON string in UTF-8. */
export function jsonStringBytes(text: string): number {
	return Buffer.byteLength(JSON.stringify(text));
}

/** Size of one UTF-16 unit that is not part of a surrogate pair. */
function jsonBytes(code: number): number {
	if (code === 0x22 || code === 0x5c) return 2;
	if (code < 0x20) return code >= 8 && code <= 13 && code !== 11 ? 2 : 6;
	if (code < 0x80) return 1;
	if (code < 0x800) return 2;
	return code >= 0xd800 && code <= 0xdfff ? 6 : 3;
}
