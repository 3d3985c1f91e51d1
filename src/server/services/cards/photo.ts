/** A picture of a person. */
export interface CardPhoto {
	/** `image/jpeg` and the like. */
	contentType: string;
	base64: string;
}

/** Bytes of a picture. */
export const MAX_PHOTO_BYTES = 256 * 1024;
/** Bytes read of the line with one: base64 takes a third more. */
export const MAX_PICTURE_LINE = 360_000;

/** Raster images only, by their first bytes in hexadecimal: SVG is a document. */
const SIGNATURES: readonly [string, RegExp][] = [
	["image/png", /^89504e470d0a1a0a/],
	["image/jpeg", /^ffd8ff/],
	["image/gif", /^4749463837|^4749463839/],
	["image/webp", /^52494646.{8}57454250/],
];

/** The kind of a picture, by its first bytes; null: no PNG, JPEG, GIF or WebP. */
export function pictureType(bytes: Uint8Array): string | null {
	const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
	return SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}

/**
 * The picture of a PHOTO: base64 (versions 2.1 and 3.0) or a `data:` URI (4.0). Null: it is somewhere else, too large, or
 * no raster image. Pictures on other servers are not fetched: whose card is imported is nobody's business.
 */
export function photoIn(params: ReadonlyMap<string, string>, value: string): CardPhoto | null {
	const isEncoded =
		/^(?:b|base64)$/i.test(params.get("ENCODING") ?? "") || /\bbase64\b/i.test(params.get("TYPE") ?? "");
	const written = /^data:[^,]{0,100};base64,([\s\S]*)$/i.exec(value)?.[1] ?? (isEncoded ? value : null);
	if (written === null || value.length > MAX_PICTURE_LINE - 1_000) return null;
	const bytes = Buffer.from(written.replace(/\\,/g, ","), "base64");
	const contentType = bytes.length > MAX_PHOTO_BYTES ? null : pictureType(bytes);
	return contentType === null ? null : { contentType, base64: bytes.toString("base64") };
}
