/** Contrast of colors for readers (WCAG 2.2). Linear parts of red, green and blue are from 0 to 1. */

/** The linear part of a part of sRGB. */
export function toLinear(part: number): number {
	return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance of linear parts, from 0 to 1. */
export function luminance(red: number, green: number, blue: number): number {
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two luminances, from 1 to 21. */
export function contrastRatio(one: number, other: number): number {
	return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
