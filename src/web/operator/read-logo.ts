import { ICON_SIZE, MAX_LOGO_BYTES } from "#shared/brand.ts";
import { t } from "./text.ts";

/** A logo that was chosen; images in base64. */
export interface ChosenLogo {
	image: string;
	icon: string;
	/** For `<img>`. */
	url: string;
}

/** Icons have some room around the logo. */
const MARGIN = 48;

/**
 * Reads a logo and makes the icon for home screens from it: phones show no SVG there.
 * @throws Error that says what is wrong with the file
 */
export async function readLogo(file: File): Promise<ChosenLogo> {
	if (file.size > MAX_LOGO_BYTES) throw new Error(t.brandPage.tooLarge);
	const url = await dataUrl(file);
	const image = new Image();
	image.src = url;
	await image.decode().catch((cause: unknown) => {
		throw new Error(t.brandPage.notAPicture, { cause });
	});
	return { image: base64Of(url), icon: base64Of(drawIcon(image)), url };
}

function drawIcon(image: HTMLImageElement): string {
	const canvas = document.createElement("canvas");
	canvas.width = ICON_SIZE;
	canvas.height = ICON_SIZE;
	const context = canvas.getContext("2d");
	if (context === null) throw new Error(t.brandPage.notAPicture);
	// Phones show transparent parts as black.
	context.fillStyle = "#ffffff";
	context.fillRect(0, 0, ICON_SIZE, ICON_SIZE);
	// An SVG may have no size.
	const [width, height] = [image.naturalWidth || 1, image.naturalHeight || 1];
	const scale = (ICON_SIZE - 2 * MARGIN) / Math.max(width, height);
	const [w, h] = [width * scale, height * scale];
	context.drawImage(image, (ICON_SIZE - w) / 2, (ICON_SIZE - h) / 2, w, h);
	return canvas.toDataURL("image/png");
}

function dataUrl(file: File): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error ?? new Error(t.brandPage.notAPicture));
		reader.readAsDataURL(file);
	});
}

function base64Of(url: string): string {
	return url.slice(url.indexOf(",") + 1);
}
