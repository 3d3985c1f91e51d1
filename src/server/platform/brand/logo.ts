import { ICON_SIZE, MAX_ICON_BYTES, MAX_LOGO_BYTES } from "#shared/brand.ts";
import { badRequest } from "../../errors.ts";
import { readXml } from "../xml/xml.ts";

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const MAX_PIXELS = 4096;
/** Without entities: browsers ignore it (https://www.w3.org/TR/SVG11/struct.html). */
const DOCTYPE = /<!DOCTYPE\s+svg\b[^[>]*>/i;

/**
 * The media type of a logo, by its content.
 * @throws AppError 400 `bad-logo`
 */
export function logoType(bytes: Uint8Array): "image/png" | "image/svg+xml" {
	if (bytes.byteLength > MAX_LOGO_BYTES) throw badLogo("Choose a file of at most 256 kB.");
	const size = pngSize(bytes);
	if (size !== null) {
		if (Math.max(...size) > MAX_PIXELS)
			throw badLogo(`Choose a picture of at most ${MAX_PIXELS} pixels in width and height.`);
		return "image/png";
	}
	if (!isSvg(bytes)) throw badLogo("Choose an SVG or PNG file.");
	return "image/svg+xml";
}

/** @throws AppError 400 `bad-logo` */
export function assertIcon(bytes: Uint8Array): void {
	if (bytes.byteLength > MAX_ICON_BYTES || pngSize(bytes)?.some((side) => side !== ICON_SIZE) !== false)
		throw badLogo(`The icon must be a PNG of ${ICON_SIZE} × ${ICON_SIZE} pixels and at most 448 kB.`);
}

/** Width and height (https://www.w3.org/TR/png-3/#11IHDR); null: it is no PNG. */
function pngSize(bytes: Uint8Array): [number, number] | null {
	const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (data.length < 33 || !data.subarray(0, 8).equals(PNG) || data.toString("latin1", 12, 16) !== "IHDR") return null;
	const [width, height] = [data.readUInt32BE(16), data.readUInt32BE(20)];
	return width === 0 || height === 0 ? null : [width, height];
}

/** Scripts in it are harmless: it is shown in `<img>`, and served with a policy that forbids them. */
function isSvg(bytes: Uint8Array): boolean {
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		return /^(?:svg:)?svg$/.test(readXml(text.replace(DOCTYPE, "")).name);
	} catch {
		return false;
	}
}

function badLogo(message: string) {
	return badRequest("bad-logo", message, { logo: message });
}
