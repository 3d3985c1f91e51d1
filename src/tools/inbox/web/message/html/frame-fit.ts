/** Pixels; a message taller than this scrolls inside its frame. */
const tallest = 40_000;
/** Smaller than this share, text could not be read: wide mail scrolls sideways instead. */
const smallest = 0.55;
/** A message whose height follows the frame's (100vh) would grow for ever: after so many steps it stays as it is. */
const steps = 40;

/**
 * Keeps a frame as tall as what is in it, and shrinks wide mail to the width there is.
 * Runs in the page outside; the frame itself can run nothing.
 * @returns how to stop
 */
export function fitFrame(frame: HTMLIFrameElement): () => void {
	const document = frame.contentDocument;
	const window = frame.contentWindow;
	if (!document || !window) return () => undefined;
	let taken = 0;
	let width = 0;
	const adjust = () => {
		const body = document.body;
		if (!body || frame.clientWidth === 0) return;
		if (frame.clientWidth !== width) {
			width = frame.clientWidth;
			taken = 0;
			body.style.setProperty("zoom", "1");
			const wide = document.documentElement.scrollWidth;
			if (wide > width + 4) body.style.setProperty("zoom", String(Math.max(smallest, width / wide)));
		}
		const height = Math.min(
			tallest,
			Math.ceil(body.getBoundingClientRect().bottom + body.scrollHeight - body.clientHeight),
		);
		if (height === frame.clientHeight || ++taken > steps) return;
		frame.style.height = `${height}px`;
		document.documentElement.style.overflowY = height === tallest ? "auto" : "hidden";
	};
	const observer = new ResizeObserver(adjust);
	observer.observe(document.body);
	observer.observe(frame);
	// Pictures and opened quotes change the height without changing the size of an observed box in every browser.
	document.addEventListener("load", adjust, true);
	document.addEventListener("toggle", adjust, true);
	adjust();
	return () => observer.disconnect();
}
