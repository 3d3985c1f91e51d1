/** Random bytes are drawn for many ids at once: each draw costs as much as hundreds of bytes. */
const pool = new Uint8Array(4096);
const ID_BYTES = 16;
let used = pool.length;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * A UUID version 7 (RFC 9562 §5.7): sorts by creation time, so rows of one batch are adjacent in an index.
 * @param now epoch milliseconds
 */
export function newId(now: number = Date.now()): string {
	if (used === pool.length) {
		crypto.getRandomValues(pool);
		used = 0;
	}
	const bytes = pool.subarray(used, used + ID_BYTES);
	used += ID_BYTES;
	const view = new DataView(bytes.buffer, bytes.byteOffset, ID_BYTES);
	view.setUint16(0, Math.floor(now / 2 ** 32));
	view.setUint32(2, now >>> 0);
	view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
	view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
	let hex = "";
	for (const byte of bytes) hex += HEX[byte];
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** When an id from `newId` was created, in epoch milliseconds. */
export function timeOfId(id: string): number {
	return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Lower bound: ids from `newId` created at or after this time do not sort before it. @param at epoch milliseconds */
export function firstIdOf(at: number): string {
	const hex = Math.max(0, Math.floor(at)).toString(16).padStart(12, "0");
	return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
