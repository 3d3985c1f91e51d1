/**
 * A hash table from message id to number, 12 bytes per slot: a mailbox of a million messages needs about 24 MB, far less
 * than a `Map` of strings. Keys are 64 bits of the id's SHA-256, so that collisions in a million messages are negligible.
 */

export interface KeyTable {
	/** Adds `amount` to the number stored for `id`, initially 0. @returns the new number */
	add(id: string, amount: number): number;
	/** @param value 0 or more */
	set(id: string, value: number): void;
	get(id: string): number | undefined;
}

const FIRST_SLOTS = 1024;

/** @returns an empty table for ids from `reader.ts` (32 hexadecimal digits, `-n` for copies); it grows as needed */
export function createKeyTable(): KeyTable {
	let slots = FIRST_SLOTS;
	let used = 0;
	let high = new Uint32Array(slots);
	let low = new Uint32Array(slots);
	/** The stored number plus one: 0 marks a free slot. */
	let values = new Uint32Array(slots);

	function slotOf(top: number, bottom: number): number {
		let slot = bottom & (slots - 1);
		while (values[slot] !== 0 && (high[slot] !== top || low[slot] !== bottom)) slot = (slot + 1) & (slots - 1);
		return slot;
	}

	function locate(id: string): { top: number; bottom: number; slot: number } {
		// Copies share the digest; their number distinguishes them.
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
