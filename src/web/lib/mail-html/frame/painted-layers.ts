/** Pixels: the height of a band of the page, about that of a window. */
const bandHeight = 900;

/**
 * How often the most crowded part of a page is painted over, from the boxes of its elements and the size of their letters.
 * Boxes in boxes add one layer each; boxes that are drawn on top of each other add as many as there are.
 * @param height of the part that is shown, in pixels
 */
export function paintedLayers(body: HTMLElement, height: number): number {
	const width = Math.max(1, body.ownerDocument.documentElement.clientWidth);
	const bands = new Float64Array(Math.ceil(height / bandHeight) + 1);
	/** Pixels of what covers whole bands: added at the first, taken away behind the last. */
	const steps = new Float64Array(bands.length + 1);
	const origin = body.getBoundingClientRect().top;
	for (const element of [body, ...body.querySelectorAll<HTMLElement>("*")]) {
		const box = element.getBoundingClientRect();
		const top = Math.max(0, box.top - origin);
		const bottom = Math.min(height, box.bottom - origin);
		if (bottom < top) continue;
		const across = Math.max(0, Math.min(width, box.right) - Math.max(0, box.left));
		const [first, last] = [Math.floor(top / bandHeight), Math.floor(bottom / bandHeight)];
		add(bands, first, across * (Math.min(bottom, (first + 1) * bandHeight) - top));
		if (last > first) add(bands, last, across * (bottom - last * bandHeight));
		const ink = inkOf(element) / (last - first + 1);
		add(steps, first, ink);
		add(steps, last + 1, -ink);
		if (last < first + 2) continue;
		add(steps, first + 1, across * bandHeight);
		add(steps, last, -across * bandHeight);
	}
	let most = 0;
	let covering = 0;
	for (const [i, pixels] of bands.entries()) {
		covering += steps[i] ?? 0;
		most = Math.max(most, pixels + covering);
	}
	return most / (width * bandHeight);
}

function add(values: Float64Array, at: number, value: number): void {
	values[at] = (values[at] ?? 0) + value;
}

/** Pixels of the letters directly in an element: about half a square each. */
function inkOf(element: HTMLElement): number {
	let letters = 0;
	for (let node = element.firstChild; node !== null; node = node.nextSibling)
		if (node.nodeType === Node.TEXT_NODE) letters += (node as Text).length;
	if (letters === 0) return 0;
	const size = Number.parseFloat(element.ownerDocument.defaultView?.getComputedStyle(element).fontSize ?? "");
	return (letters * size * size) / 2 || 0;
}
