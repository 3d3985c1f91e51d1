/** The content of signed data (CMS, RFC 5652 §5), found by reading no more of its BER than leads there. */

/** OBJECT IDENTIFIER 1.2.840.113549.1.7.2. */
const SIGNED_DATA = Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]);

const END = 0x00;
const INTEGER = 0x02;
const OCTETS = 0x04;
const OBJECT_ID = 0x06;
const OCTETS_IN_PIECES = 0x24;
const SEQUENCE = 0x30;
const SET = 0x31;
const EXPLICIT = 0xa0;

interface Element {
	tag: number;
	/** Where its content begins. */
	start: number;
	/** Where its content ends; null: at an end-of-contents mark. */
	end: number | null;
}

/**
 * What was signed; null if the bytes are no signed data, or the signature is apart from its content. Content that breaks off is
 * returned as far as it goes.
 */
export function signedContent(bytes: Buffer): Buffer | null {
	const outer = elementAt(bytes, 0, SEQUENCE);
	const type = outer && elementAt(bytes, outer.start, OBJECT_ID);
	if (!type?.end || !bytes.subarray(type.start, type.end).equals(SIGNED_DATA)) return null;
	const explicit = elementAt(bytes, type.end, EXPLICIT);
	const signedData = explicit && elementAt(bytes, explicit.start, SEQUENCE);
	const version = signedData && elementAt(bytes, signedData.start, INTEGER);
	const digests = version?.end ? elementAt(bytes, version.end, SET) : null;
	const content = digests && elementAt(bytes, endOf(bytes, digests), SEQUENCE);
	const contentType = content && elementAt(bytes, content.start, OBJECT_ID);
	const wrapper = contentType?.end ? elementAt(bytes, contentType.end, EXPLICIT) : null;
	const octets = wrapper && elementAt(bytes, wrapper.start);
	if (octets?.tag === OCTETS && octets.end !== null) return bytes.subarray(octets.start, octets.end);
	return octets?.tag === OCTETS_IN_PIECES ? joinedPieces(bytes, octets) : null;
}

/** The element at an offset, if it has the tag. */
function elementAt(bytes: Buffer, at: number, wanted?: number): Element | null {
	const tag = bytes[at];
	const first = bytes[at + 1];
	// Tags of several bytes occur nowhere on the way.
	if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null;
	if (wanted !== undefined && tag !== wanted) return null;
	if (first === 0x80) return { tag, start: at + 2, end: null };
	const count = first > 0x80 ? first - 0x80 : 0;
	const start = at + 2 + count;
	if (count > 6 || start > bytes.length) return null;
	const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
	return { tag, start, end: start + length };
}

/** The offset behind an element, over those in it if it does not say its length. */
function endOf(bytes: Buffer, element: Element): number {
	let at = element.end ?? element.start;
	for (let depth = element.end === null ? 1 : 0; depth > 0; ) {
		const inner = elementAt(bytes, at);
		if (inner === null) return bytes.length;
		if (inner.tag === END) depth--;
		else if (inner.end === null) depth++;
		at = inner.end ?? inner.start;
	}
	return at;
}

/** Octets that a sender wrote in pieces, because it did not know their number beforehand. */
function joinedPieces(bytes: Buffer, octets: Element): Buffer {
	const pieces: Buffer[] = [];
	const last = octets.end ?? bytes.length;
	let depth = octets.end === null ? 1 : 0;
	for (let at = octets.start; at < last; ) {
		const piece = elementAt(bytes, at);
		if (piece === null || (piece.tag === END && --depth <= 0)) break;
		if (piece.tag === OCTETS && piece.end !== null) pieces.push(bytes.subarray(piece.start, piece.end));
		else if (piece.tag === OCTETS_IN_PIECES && piece.end === null) depth++;
		// Those in a piece are read like its neighbours.
		at = piece.tag === OCTETS_IN_PIECES ? piece.start : (piece.end ?? last);
	}
	return Buffer.concat(pieces);
}
