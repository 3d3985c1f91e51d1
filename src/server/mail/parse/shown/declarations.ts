/** A value of a property, in lower case; shorthands are taken apart, `!important` is kept aside. */
export interface Declaration {
	property: string;
	value: string;
	isImportant: boolean;
}

/** Properties that can hide words, or show them again. */
const PROPERTIES =
	"display|visibility|opacity|font-size|color|background-color|background-image|position|left|top|right|bottom|" +
	"text-indent|margin-left|margin-top|width|height|min-width|min-height|max-width|max-height|overflow|clip|clip-path|" +
	"transform|filter|mso-hide|content-visibility|float|text-shadow|background-clip|-webkit-text-fill-color";
const SHORTHANDS = "font|overflow-x|overflow-y|-webkit-background-clip|margin|background";
const DECLARATION = new RegExp(`(?:^|;)\\s*(?:(${PROPERTIES})|(${SHORTHANDS}))\\s*:([^;]*)`, "g");
const IMPORTANT = /!\s*important$/;
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f\n]))/gi;
const SIZE = /(?:^|\s)(0|[\d.]+(?:px|pt|em|rem|%)|xx-small|x-small|small|medium|large)(?:\/|\s|$)/;

/** The declarations that matter of a style attribute or the block of a rule, others left out. */
export function declarationsOf(css: string): Declaration[] {
	const found: Declaration[] = [];
	const plain = plainCss(css).toLowerCase();
	DECLARATION.lastIndex = 0;
	for (let each = DECLARATION.exec(plain); each !== null; each = DECLARATION.exec(plain)) {
		const [, property, shorthand = "", written = ""] = each;
		let value = written.trim();
		const isImportant = value.endsWith("important") && IMPORTANT.test(value);
		if (isImportant) value = value.slice(0, value.lastIndexOf("!")).trim();
		if (property !== undefined) found.push({ property, value, isImportant });
		else for (const [own, part] of longhands(shorthand, value)) found.push({ property: own, value: part, isImportant });
	}
	return found;
}

/** Without comments and escapes. */
export function plainCss(css: string): string {
	const bare = css.includes("/*") ? css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, "") : css;
	if (!bare.includes("\\")) return bare;
	return bare.replace(ESCAPE, (_, hex?: string, sign?: string) =>
		hex === undefined ? (sign ?? "") : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
	);
}

/** Of a shorthand. */
function longhands(property: string, value: string): [string, string][] {
	if (property === "font") return [["font-size", SIZE.exec(value)?.[1] ?? "medium"]];
	if (property === "overflow-x" || property === "overflow-y") return [["overflow", value]];
	if (property === "-webkit-background-clip") return [["background-clip", value]];
	if (property === "margin") {
		const [top = "", right = top, , left = right] = value.split(/\s+/);
		return [
			["margin-top", top],
			["margin-left", left],
		];
	}
	const isPainted = /url\(|gradient|image-set|var\(/.test(value);
	return [
		["background-image", isPainted ? value : "none"],
		["background-color", isPainted ? value : (COLOR_WORD.exec(value)?.[0] ?? "transparent")],
	];
}

const COLOR_WORD =
	/#[0-9a-f]+|(?:rgb|hsl)a?\([^)]{0,100}\)|\b(?!(?:none|no|repeat|scroll|fixed|top|left|right|center)\b)[a-z]+/;

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export type Color = readonly [number, number, number, number];

const NAMES: Record<string, string> = {
	...{ white: "fff", black: "000", snow: "fffafa", ivory: "fffff0", whitesmoke: "f5f5f5", ghostwhite: "f8f8ff" },
	...{ floralwhite: "fffaf0", mintcream: "f5fffa", azure: "f0ffff", aliceblue: "f0f8ff", red: "f00", blue: "00f" },
	...{ lime: "0f0", green: "008000", yellow: "ff0", gray: "808080", grey: "808080", silver: "c0c0c0", navy: "000080" },
	...{
		maroon: "800000",
		purple: "800080",
		teal: "008080",
		olive: "808000",
		aqua: "0ff",
		fuchsia: "f0f",
		orange: "ffa500",
	},
	...{ transparent: "0000" },
};

/** Null: a color that is not known. */
export function colorOf(value: string): Color | null {
	const written = value.trim();
	if (written.length === 7 && written.startsWith("#")) {
		const number = Number(`0x${written.slice(1)}`);
		return Number.isNaN(number) ? null : [number >> 16, (number >> 8) & 255, number & 255, 1];
	}
	const hex = NAMES[written] ?? /^#?((?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8}))$/.exec(written)?.[1];
	if (hex !== undefined) {
		const wide = hex.length < 6 ? [...hex].map((digit) => digit + digit).join("") : hex;
		const [red = 0, green = 0, blue = 0, alpha = 255] = (wide.match(/../g) ?? []).map((pair) =>
			Number.parseInt(pair, 16),
		);
		return [red, green, blue, alpha / 255];
	}
	const call = /^(rgb|hsl)a?\(([^)]*)\)?$/.exec(written);
	if (!call) return null;
	const parts = (call[2] ?? "").split(/[\s,/]+/).filter(Boolean);
	const [first = 0, second = 0, third = 0] = parts.map((part) =>
		part.endsWith("%") && call[1] === "rgb" ? Number.parseFloat(part) * 2.55 : Number.parseFloat(part),
	);
	const alpha = parts[3] === undefined ? 1 : shareOf(parts[3]);
	if (call[1] === "rgb") return [first, second, third, alpha];
	if (alpha <= 0) return [0, 0, 0, 0];
	if (third >= 100) return [255, 255, 255, alpha];
	return third <= 0 ? [0, 0, 0, alpha] : null;
}

/** `0.5` or `50%`. */
export function shareOf(value: string): number {
	const number = Number.parseFloat(value);
	return value.includes("%") ? number / 100 : number;
}

const UNITS: Record<string, number> = {
	...{
		"": 1,
		px: 1,
		pt: 4 / 3,
		pc: 16,
		in: 96,
		cm: 37.8,
		mm: 3.78,
		em: 16,
		rem: 16,
		ex: 8,
		ch: 8,
		vw: 8,
		vh: 8,
		"%": 8,
	},
};

/** Pixels, roughly; NaN: not a length. */
export function pixelsOf(value: string | undefined): number {
	const length = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))([a-z%]*)/.exec(value ?? "");
	return length ? Number(length[1]) * (UNITS[length[2] ?? ""] ?? Number.NaN) : Number.NaN;
}
