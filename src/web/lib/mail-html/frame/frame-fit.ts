/** Pixels; a taller message scrolls inside its frame. */
export const tallest = 40_000;
/** Below this scale, text would be unreadable: wide mail scrolls sideways instead. */
const smallest = 0.55;
/** A message whose height follows the frame's (100vh) would grow forever: after this many steps it is left as it is. */
const steps = 40;

/**
 * Keeps a frame as tall as its content, and scales wide mail down to the available width.
 * Runs in the parent page; the frame itself cannot run scripts.
 * @returns a function that stops it
 */
export function fitFrame(frame: HTMLIFrameElement): () => void {
	const document = frame.contentDocument;
	const window = frame.contentWindow;
	if (!document || !window) return () => undefined;
	let adjustments = 0;
	let width = 0;
	const adjust = () => {
		const body = document.body;
		if (!body || frame.clientWidth === 0) return;
		if (frame.clientWidth !== width) {
			width = frame.clientWidth;
			adjustments = 0;
			body.style.setProperty("zoom", "1");
			const wide = document.documentElement.scrollWidth;
			if (wide > width + 4) body.style.setProperty("zoom", String(Math.max(smallest, width / wide)));
		}
		const height = Math.min(
			tallest,
			Math.ceil(body.getBoundingClientRect().bottom + body.scrollHeight - body.clientHeight),
		);
		if (height === frame.clientHeight || ++adjustments > steps) return;
		frame.style.height = `${height}px`;
		document.documentElement.style.overflowY = height === tallest ? "auto" : "hidden";
	};
	const observer = new ResizeObserver(adjust);
	observer.observe(document.body);
	observer.observe(frame);
	// Images and opened quotes change the height without changing the size of an observed box in every browser.
	document.addEventListener("load", adjust, true);
	document.addEventListener("toggle", adjust, true);
	adjust();
	return () => observer.disconnect();
}
