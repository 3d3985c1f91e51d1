import fontUrl from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";

let bytes: Promise<ArrayBuffer> | null = null;

/**
 * Gives the frame the app's typeface. Its policy lets it load none itself, so the page outside hands the bytes over.
 * Without them (a failed request, an unusual browser) the system's typeface stands.
 */
export async function lendFont(frame: HTMLIFrameElement): Promise<void> {
	const window = frame.contentWindow as (Window & { FontFace?: typeof FontFace }) | null;
	const document = frame.contentDocument;
	if (!window?.FontFace || !document) return;
	bytes ??= fetch(fontUrl).then((response) => response.arrayBuffer());
	try {
		const face = new window.FontFace("Instrument Sans Variable", await bytes, { weight: "400 700" });
		document.fonts.add(await face.load());
	} catch {
		// Next time from the start: a typeface is no reason to disturb anybody.
		bytes = null;
	}
}
