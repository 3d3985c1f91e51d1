/**
 * A UUID version 7 (RFC 9562 §5.7): sorts by the time it was made, so that rows of one batch lie together.
 * @param now epoch milliseconds
 */
export function newId(now: number = Date.now()): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const view = new DataView(bytes.buffer);
	view.setUint16(0, Math.floor(now / 2 ** 32));
	view.setUint32(2, now >>> 0);
	view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
	view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
	const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** When an id of `newId` was made, epoch milliseconds. */
export function timeOfId(id: string): number {
	return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** No id of `newId` that was made then, or later, sorts before this one. @param at epoch milliseconds */
export function firstIdOf(at: number): string {
	const hex = Math.max(0, Math.floor(at)).toString(16).padStart(12, "0");
	return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
