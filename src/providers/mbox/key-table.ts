/**
 * Numbers kept by message id, 12 bytes a slot: a mailbox of a million messages needs some 24 MB where a `Map` of strings
 * takes many times that. A key is 64 bits of the SHA-256 in the id, enough that two of a million messages never meet.
 */

export interface KeyTable {
	/** Adds `amount` to the number kept for `id`, 0 at first. @returns the new number */
	add(id: string, amount: number): number;
	/** @param value 0 or more */
	set(id: string, value: number): void;
	get(id: string): number | undefined;
}

const FIRST_SLOTS = 1024;

/** @returns an empty table for ids as `reader.ts` makes them (32 hexadecimal digits, `-n` for copies); it grows as needed */
export function createKeyTable(): KeyTable {
	let slots = FIRST_SLOTS;
	let used = 0;
	let high = new Uint32Array(slots);
	let low = new Uint32Array(slots);
	/** One more than the number kept: 0 marks a free slot. */
	let values = new Uint32Array(slots);

	function slotOf(top: number, bottom: number): number {
		let slot = bottom & (slots - 1);
		while (values[slot] !== 0 && (high[slot] !== top || low[slot] !== bottom)) slot = (slot + 1) & (slots - 1);
		return slot;
	}

	function locate(id: string): { top: number; bottom: number; slot: number } {
		// Copies share the digest; the number after it tells them apart.
		const copy = id.length > 33 ? Number(id.slice(33)) : 0;
		const top = (Number.parseInt(id.slice(0, 8), 16) ^ copy) >>> 0;
		const bottom = Number.parseInt(id.slice(8, 16), 16);
		return { top, bottom, slot: slotOf(top, bottom) };
	}

	function grow(): void {
		const [oldHigh, oldLow, oldValues] = [high, low, values];
		slots *= 2;
		high = new Uint32Array(slots);
		low = new Uint32Array(slots);
		values = new Uint32Array(slots);
		oldValues.forEach((value, old) => {
			if (value === 0) return;
			const top = oldHigh[old] ?? 0;
			const bottom = oldLow[old] ?? 0;
			const slot = slotOf(top, bottom);
			high[slot] = top;
			low[slot] = bottom;
			values[slot] = value;
		});
	}

	function set(id: string, value: number): void {
		if (used * 2 > slots) grow();
		const { top, bottom, slot } = locate(id);
		if (values[slot] === 0) used++;
		high[slot] = top;
		low[slot] = bottom;
		values[slot] = value + 1;
	}

	function get(id: string): number | undefined {
		const value = values[locate(id).slot] ?? 0;
		return value === 0 ? undefined : value - 1;
	}

	return {
		set,
		get,
		add(id, amount) {
			const sum = (get(id) ?? 0) + amount;
			set(id, sum);
			return sum;
		},
	};
}
