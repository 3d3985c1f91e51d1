/** The text of an XML file: by its byte order mark, else by its declaration (XML 1.0 §4.3.3), else UTF-8. */
export function xmlText(bytes: Buffer): string {
	return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Buffer): string {
	const [first = 0, second = 0] = bytes;
	if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
	if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
	const declared = /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
		bytes.toString("latin1", 0, 300),
	)?.[1];
	// A declaration that could be read byte by byte is wrong about two bytes per letter.
	if (declared === undefined || /^(?:utf-?16|ucs-2|iso-10646)/i.test(declared)) return "utf-8";
	try {
		return new TextDecoder(declared).encoding;
	} catch {
		return "utf-8";
	}
}
