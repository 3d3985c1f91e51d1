import fontUrl from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";

let bytes: Promise<ArrayBuffer> | null = null;

/**
 * Gives the frame the app's font. Its policy blocks font requests, so the parent page passes the bytes.
 * On failure (a failed request, an unusual browser) the system font is used.
 */
export async function injectFont(frame: HTMLIFrameElement): Promise<void> {
	const window = frame.contentWindow as (Window & { FontFace?: typeof FontFace }) | null;
	const document = frame.contentDocument;
	if (!window?.FontFace || !document) return;
	bytes ??= fetch(fontUrl).then((response) => response.arrayBuffer());
	try {
		const face = new window.FontFace("Instrument Sans Variable", await bytes, { weight: "400 700" });
		document.fonts.add(await face.load());
	} catch {
		// Retried next time: a missing font is not reported.
		bytes = null;
	}
}
