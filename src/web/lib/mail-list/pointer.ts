const query = (text: string) => (typeof matchMedia === "undefined" ? null : matchMedia(text));

// Kept, because rows ask while the list is scrolled.
const fine = query("(pointer: fine)");
const coarse = query("(pointer: coarse)");

/** Whether the main pointer is a mouse, a touchpad or a pen. */
export function hasFinePointer(): boolean {
	return fine?.matches ?? false;
}

/** Whether the main pointer is a finger. */
export function hasCoarsePointer(): boolean {
	return coarse?.matches ?? false;
}
