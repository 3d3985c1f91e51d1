/** Content-Transfer-Encoding (RFC 2045 §6), lenient: bad input yields what can be decoded. */

const BASE64_VALUE = new Uint8Array(256).fill(255);
for (let i = 0; i < 64; i++) {
	BASE64_VALUE["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".charCodeAt(i)] = i;
}
BASE64_VALUE[45] = 62;
BASE64_VALUE[95] = 63;

/**
 * Decodes base64 from a string. Characters outside the alphabet are skipped; `=` ends a group and decoding continues
 * after it, so concatenated pieces decode completely.
 */
export function decodeBase64(text: string): Uint8Array {
	const out = new Uint8Array(Math.ceil((text.length * 3) / 4));
	let length = 0;
	let group = 0;
	let bitCount = 0;
	for (let i = 0; i < text.length; i++) {
		const value = BASE64_VALUE[text.charCodeAt(i)] ?? 255;
		if (value === 255) {
			if (text.charCodeAt(i) === 61) bitCount = 0;
			continue;
		}
		group = ((group << 6) | value) & 0xffffff;
		bitCount += 6;
		if (bitCount >= 8) {
			bitCount -= 8;
			out[length++] = (group >> bitCount) & 255;
		}
	}
	return out.subarray(0, length);
}

function hexValue(code: number): number {
	if (code >= 48 && code <= 57) return code - 48;
	if (code >= 65 && code <= 70) return code - 55;
	if (code >= 97 && code <= 102) return code - 87;
	return -1;
}

/**
 * Decodes quoted-printable. Soft line breaks are removed, whitespace before a line break is dropped (RFC 2045 §6.7
 * rule 3), and an `=` that starts no escape is kept.
 */
export function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
	const out = new Uint8Array(bytes.length);
	const end = bytes.length;
	let length = 0;
	for (let i = 0; i < end; i++) {
		const c = bytes[i] as number;
		if (c === 61) {
			const high = i + 1 < end ? hexValue(bytes[i + 1] as number) : -1;
			const low = i + 2 < end ? hexValue(bytes[i + 2] as number) : -1;
			if (high >= 0 && low >= 0) {
				out[length++] = (high << 4) | low;
				i += 2;
				continue;
			}
			let after = i + 1;
			while (after < end && (bytes[after] === 32 || bytes[after] === 9)) after++;
			if (after >= end) break;
			if (bytes[after] === 13 && bytes[after + 1] === 10) {
				i = after + 1;
				continue;
			}
			if (bytes[after] === 10) {
				i = after;
				continue;
			}
			out[length++] = c;
		} else if (c === 32 || c === 9) {
			let after = i + 1;
			while (after < end && (bytes[after] === 32 || bytes[after] === 9)) after++;
			const next = after < end ? bytes[after] : 10;
			const isTrailing = next === 10 || (next === 13 && (after + 1 >= end || bytes[after + 1] === 10));
			if (!isTrailing) while (i < after) out[length++] = bytes[i++] as number;
			i = after - 1;
		} else {
			out[length++] = c;
		}
	}
	return out.subarray(0, length);
}

/** Decodes the Q encoding of encoded words (RFC 2047 §4.2), where `_` is a space. */
export function decodeQ(text: string): Uint8Array {
	const out = new Uint8Array(text.length);
	let length = 0;
	for (let i = 0; i < text.length; i++) {
		const c = text.charCodeAt(i);
		if (c === 95) {
			out[length++] = 32;
		} else if (c === 61 && hexValue(text.charCodeAt(i + 1)) >= 0 && hexValue(text.charCodeAt(i + 2)) >= 0) {
			out[length++] = (hexValue(text.charCodeAt(i + 1)) << 4) | hexValue(text.charCodeAt(i + 2));
			i += 2;
		} else {
			out[length++] = c;
		}
	}
	return out.subarray(0, length);
}
