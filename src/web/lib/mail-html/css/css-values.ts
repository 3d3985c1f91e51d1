import { budget } from "../base/budget.ts";

/** Reads values of CSS declarations: every part is known and within its bounds, or the value is refused. */

export interface ValueRule {
	/** Keywords; "any": every word, as in names of fonts and colors. */
	words?: ReadonlySet<string> | "any";
	/** Bounds of lengths in pixels; those in other units are converted. Absent: no lengths. */
	length?: readonly [number, number];
	/** Pixels of one percent, where it is not one of a width. */
	percent?: number;
	/** Bounds of plain numbers. Absent: none but 0. */
	number?: readonly [number, number];
	strings?: boolean;
	colors?: boolean;
	/** `url(…)` and gradients. */
	images?: boolean;
	/** Maximum values, separated by commas: shadows, backgrounds, fonts. */
	layers: number;
	/** Maximum parts of one value. */
	parts: number;
}

/** Pixels of a unit, at the largest that it usually means: an `em` is a letter, a percentage one of a window. */
const units: Readonly<Record<string, number>> = {
	...{ px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945, em: 16, rem: 16, ex: 8, ch: 8 },
	...{ "%": 10, vw: 10, vh: 10, vmin: 10, vmax: 10 },
};
const colorFunctions = new Set(["rgb", "rgba", "hsl", "hsla"]);
const mathFunctions = new Set(["calc", "min", "max", "clamp"]);
const gradients = new Set(["linear-gradient", "radial-gradient", "-webkit-linear-gradient"]);
const everywhere = new Set(["inherit", "initial", "unset"]);

/** One part at a time: a function with its arguments, a string, a color, a number with its unit, a word, a sign. */
const part =
	/\s*(?:([a-z-]+)\(|("[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*')|(#[0-9a-f]{3,8})(?![\w#])|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]+)?|(-?[a-z_\u0080-\uffff][\w\u0080-\uffff-]*)|([,/]))\s*/iy;

/** Whether a value, without `!important`, has nothing but what its rule allows. */
export function isAllowedValue(value: string, rule: ValueRule): boolean {
	let parts = 0;
	let layers = 1;
	let at = 0;
	while (at < value.length) {
		part.lastIndex = at;
		const match = part.exec(value);
		if (match === null) return false;
		at = part.lastIndex;
		const [, name, string, color, number, unit, word, sign] = match;
		if (sign === ",") {
			parts = 0;
			if (++layers > rule.layers) return false;
			continue;
		}
		if (++parts > rule.parts) return false;
		if (name !== undefined) {
			const end = closing(value, at);
			if (end < 0 || !isAllowedFunction(name.toLowerCase(), value.slice(at, end), rule)) return false;
			at = end + 1;
		} else if (string !== undefined && !rule.strings) return false;
		else if (color !== undefined && !rule.colors) return false;
		else if (number !== undefined && !isAllowedNumber(Number(number), unit, rule)) return false;
		else if (word !== undefined && !isAllowedWord(word.toLowerCase(), rule)) return false;
	}
	return parts > 0;
}

function isAllowedWord(word: string, { words, colors }: ValueRule): boolean {
	// Names of colors are many, and any other word makes the browser ignore the declaration.
	return (
		words === "any" || (colors === true && words === undefined) || everywhere.has(word) || words?.has(word) === true
	);
}

function isAllowedNumber(value: number, unit: string | undefined, { length, percent, number }: ValueRule): boolean {
	if (value === 0) return true;
	if (unit === undefined) {
		// Mail leaves out the unit of lengths, which browsers ignore.
		const bounds = number ?? length;
		return bounds !== undefined && value >= bounds[0] && value <= bounds[1];
	}
	const factor = unit === "%" ? percent : undefined;
	const pixels = value * (factor ?? units[unit.toLowerCase()] ?? Number.NaN);
	return length !== undefined && pixels >= length[0] && pixels <= length[1];
}

const colorArguments = /^[\d.,%\s/+-]*(?:deg[\d.,%\s/+-]*)?$/i;
/** Numbers are bounded by their length: `calc(28000% - 167400px)` is a common way to switch columns. */
const mathArguments = /^(?:[\s()+*/,-]|(?:\d{1,6}(?:\.\d{0,4})?|\.\d{1,4})(?:%|[a-z]{1,4})?(?![\w.%])|calc(?=\())*$/i;

function isAllowedFunction(name: string, inside: string, rule: ValueRule): boolean {
	if (colorFunctions.has(name)) return rule.colors === true && inside.length < 200 && colorArguments.test(inside);
	if (mathFunctions.has(name)) return rule.length !== undefined && inside.length < 120 && mathArguments.test(inside);
	if (name === "url") return rule.images === true;
	return rule.images === true && gradients.has(name) && isAllowedGradient(inside);
}

const gradientRule: ValueRule = {
	words: "any",
	colors: true,
	length: [-2000, 2000],
	layers: budget.gradientStops,
	parts: 6,
};
const angle = /^\s*-?\d{1,4}(?:\.\d{1,4})?deg\s*(?=,)/i;

function isAllowedGradient(inside: string): boolean {
	return isAllowedValue(inside.replace(angle, "0"), gradientRule);
}

/** The bracket that ends what begins at `from`; -1: none. The brackets of the value match. */
function closing(value: string, from: number): number {
	let depth = 1;
	for (let at = from; at < value.length; at++) {
		const sign = value[at];
		if (sign === '"' || sign === "'") {
			const end = value.indexOf(sign, at + 1);
			if (end < 0) return -1;
			at = end;
		} else if (sign === "(") depth++;
		else if (sign === ")" && --depth === 0) return at;
	}
	return -1;
}
