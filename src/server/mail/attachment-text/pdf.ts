import { getDocumentProxy } from "unpdf";

const MAX_PAGES = 1_000;

/**
 * The text of a PDF file, page by page. Scanned pages have none.
 * @throws errors of PDF.js when it is damaged or encrypted with a password
 */
export async function pdfText(bytes: Buffer, maxCharacters: number): Promise<string> {
	// PDF.js takes the buffer over.
	const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, useSystemFonts: false, maxImageSize: 1 });
	try {
		let out = "";
		for (let n = 1; n <= Math.min(pdf.numPages, MAX_PAGES) && out.length < maxCharacters; n++) {
			const page = await pdf.getPage(n);
			const { items } = await page.getTextContent();
			for (const item of items) if ("str" in item) out += item.str + (item.hasEOL ? "\n" : "");
			out += "\n";
			page.cleanup();
		}
		return out.slice(0, maxCharacters);
	} finally {
		await pdf.loadingTask.destroy();
	}
}
