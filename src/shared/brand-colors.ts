import { contrastRatio, luminance, toLinear } from "./contrast.ts";

/** The accent color's tokens (src/web/styles/tokens.css) in one theme, as CSS values. */
export interface AccentTokens {
	"--accent": string;
	"--accent-hover": string;
	"--on-accent": string;
	"--accent-soft": string;
	"--selected": string;
}

/** Lightness, chroma and hue in degrees (https://www.w3.org/TR/css-color-4/#ok-lab). */
export interface Oklch {
	l: number;
	c: number;
	h: number;
}

/** Text needs 4.5:1 (WCAG 2.2, 1.4.3); a little more, because browsers round colors. */
const MIN_CONTRAST = 4.6;
const STEP = 0.005;

/** The tokens of tokens.css on which the accent color is text, and the lightest and darkest text on it. */
const themes = {
	light: {
		backgrounds: [oklch(0.978, 0.007, 95), oklch(0.997, 0.003, 95), oklch(0.955, 0.009, 95)],
		soft: { l: 0.935, c: 0.032 },
		selected: { l: 0.945, c: 0.024 },
		/** Towards more contrast. */
		direction: -1,
	},
	dark: {
		backgrounds: [oklch(0.185, 0.01, 155), oklch(0.222, 0.011, 155), oklch(0.165, 0.01, 155)],
		soft: { l: 0.3, c: 0.045 },
		selected: { l: 0.275, c: 0.028 },
		direction: 1,
	},
} as const;
/** Chroma of the design's own accent: paler colors have paler backgrounds. */
const USUAL_CHROMA = 0.085;

/**
 * The accent color for both themes. Its lightness is changed as far as text needs: the accent on pages and its own soft
 * background, and text on the accent.
 * @param color as `#1d5b41`
 */
export function accentTokens(color: string): { light: AccentTokens; dark: AccentTokens } {
	const picked = toOklch(color);
	return { light: tokensIn("light", picked), dark: tokensIn("dark", picked) };
}

function tokensIn(theme: keyof typeof themes, picked: Oklch): AccentTokens {
	const { backgrounds, soft, selected, direction } = themes[theme];
	const tint = (base: { l: number; c: number }) =>
		inGamut({ l: base.l, c: base.c * Math.min(1, picked.c / USUAL_CHROMA), h: picked.h });
	const onAccent = theme === "light" ? oklch(0.99, 0.005, 95) : tint({ l: 0.18, c: 0.03 });
	const against = [...backgrounds, tint(soft), tint(selected), onAccent];
	let accent = inGamut(picked);
	while (against.some((other) => contrast(accent, other) < MIN_CONTRAST))
		accent = inGamut({ ...picked, l: accent.l + direction * STEP });
	// Away from the text on it; where that is black or white already, towards it as far as its contrast allows.
	const hover = accent.l < 0.15 ? accent.l + 0.1 : accent.l > 0.93 ? accent.l - 0.05 : accent.l + direction * 0.05;
	return {
		"--accent": css(accent),
		"--accent-hover": css(inGamut({ ...picked, l: hover })),
		"--on-accent": css(onAccent),
		"--accent-soft": css(tint(soft)),
		"--selected": css(tint(selected)),
	};
}

/** A style sheet with the accent color; it overrides the tokens, which are in a cascade layer. */
export function accentStyle(color: string): string {
	const { light, dark } = accentTokens(color);
	return `:root{${declarations(light)}}:root[data-theme="dark"]{${declarations(dark)}}`;
}

function declarations(tokens: AccentTokens): string {
	return Object.entries(tokens)
		.map(([name, value]) => `${name}:${value}`)
		.join(";");
}

/** WCAG 2.2's contrast ratio, from 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
	return contrastRatio(luminanceOf(one), luminanceOf(other));
}

function oklch(l: number, c: number, h: number): Oklch {
	return { l, c, h };
}

/** @param color as `#1d5b41` */
export function toOklch(color: string): Oklch {
	const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255));
	const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
	const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
	const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
	const hue = (Math.atan2(y, x) * 180) / Math.PI;
	return {
		l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
		c: Math.hypot(x, y),
		h: hue < 0 ? hue + 360 : hue,
	};
}

/** Linear red, green and blue; outside 0 to 1 when the screen cannot show the color. */
function toRgb({ l: light, c, h }: Oklch): [number, number, number] {
	const [x, y] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
	const l = (light + 0.3963377774 * x + 0.2158037573 * y) ** 3;
	const m = (light - 0.1055613458 * x - 0.0638541728 * y) ** 3;
	const s = (light - 0.0894841775 * x - 1.291485548 * y) ** 3;
	return [
		4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
		-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
		-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
	];
}

/** The nearest color of this lightness and hue that every screen shows. */
function inGamut({ l, c, h }: Oklch): Oklch {
	const light = Math.min(1, Math.max(0, l));
	let chroma = c;
	while (chroma > 0 && toRgb({ l: light, c: chroma, h }).some((part) => part < -0.0005 || part > 1.0005))
		chroma = Math.max(0, chroma - STEP);
	return { l: light, c: chroma, h };
}

function luminanceOf(color: Oklch): number {
	const [r, g, b] = toRgb(color).map((part) => Math.min(1, Math.max(0, part))) as [number, number, number];
	return luminance(r, g, b);
}

function css({ l, c, h }: Oklch): string {
	return `oklch(${l.toFixed(3)} ${c.toFixed(3)} ${h.toFixed(1)})`;
}
