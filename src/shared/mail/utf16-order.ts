/** Bytes that are looked at. */
const MAX_BYTES = 4_000;

/** The byte order of UTF-16 without a mark: in most text the upper half of many characters is zero. */
export function utf16Order(bytes: Uint8Array): "utf-16le" | "utf-16be" {
	let lead = 0;
	for (let i = 1; i < Math.min(bytes.length, MAX_BYTES); i += 2) {
		if (bytes[i - 1] === 0) lead++;
		if (bytes[i] === 0) lead--;
	}
	return lead > 0 ? "utf-16be" : "utf-16le";
}
