import { contrastRatio, luminance, toLinear } from "#shared/contrast.ts";
import { type Color, colorOf, type Declaration, pixelsOf, shareOf } from "./declarations.ts";

/** Font sizes in pixels and opacities up to which nothing is legible. */
const TINY_FONT = 2;
const FAINT = 0.05;
/** Contrast (WCAG 2.2) up to which words cannot be told from what is behind them. */
const NO_CONTRAST = 1.1;
/** Pixels beyond the edge where nothing is seen any more. */
const FAR = 300;
const VERY_FAR = 3_000;

/** How words in an element look; all but `isHidden` can be changed again by what is inside it. */
export interface Look {
	isHidden: boolean;
	isInvisible: boolean;
	fontSize: number;
	/** Null: not known. */
	color: Color | null;
	/** Behind the words. Null: not known, as with a picture. */
	background: Color | null;
}

/** Of a page that says nothing. */
export const PLAIN: Look = {
	...{ isHidden: false, isInvisible: false, fontSize: 16 },
	...{ color: [0, 0, 0, 1], background: [255, 255, 255, 1] },
};

/** Whether a reader sees words that look so. */
export function isShown(look: Look): boolean {
	if (look.isHidden || look.isInvisible || look.fontSize <= TINY_FONT) return false;
	if (look.color === null) return true;
	if (look.color[3] <= FAINT) return false;
	return look.background === null || look.color[3] < 1 || contrast(look.color, look.background) > NO_CONTRAST;
}

/** Of an element inside another: what is inherited, changed by its own values. */
export function lookOf(name: string, values: ReadonlyMap<string, string>, outer: Look): Look {
	if (values.size === 0) return name === "a" ? { ...outer, color: null } : outer;
	const visibility = values.get("visibility");
	const look = {
		isHidden: outer.isHidden || isGone(name, values),
		isInvisible:
			visibility === undefined || visibility === "inherit"
				? outer.isInvisible
				: visibility === "hidden" || visibility === "collapse",
		fontSize: fontSizeOf(values.get("font-size"), outer.fontSize),
		color: textColorOf(name, values, outer.color),
		background: backgroundOf(values, outer.background),
	};
	return isAlike(look, outer) ? outer : look;
}

function isAlike(one: Look, other: Look): boolean {
	return (
		one.isHidden === other.isHidden &&
		one.isInvisible === other.isInvisible &&
		one.fontSize === other.fontSize &&
		one.color === other.color &&
		one.background === other.background
	);
}

/** Whether one declaration is of the kind that hides, or of one that might take a color from what is shown. */
export function hidesWords({ property, value }: Declaration): boolean {
	const pixels = pixelsOf(value);
	switch (property) {
		case "display":
			return value === "none";
		case "visibility":
			return value !== "visible";
		case "opacity":
			return !(shareOf(value) > FAINT);
		case "font-size":
		case "width":
		case "height":
		case "max-width":
		case "max-height":
			return pixels <= TINY_FONT;
		case "color":
		case "background-color":
		case "background-image":
			return false;
		case "overflow":
			return value !== "visible";
		case "position":
			return value !== "static" && value !== "relative";
		case "left":
		case "top":
		case "right":
		case "bottom":
		case "text-indent":
		case "margin-left":
		case "margin-top":
			return Math.abs(pixels) > FAR;
		default:
			return value !== "none" && value !== "auto";
	}
}

const INLINE = new Set("a abbr b big cite code em font i label s small span strike strong sub sup tt u".split(" "));
/** They grow with what is in them. */
const CELLS = new Set("table tbody thead tfoot tr td th caption body html".split(" "));

/** Properties that alone take no element away. */
const QUIET = new Set(
	(
		"color background-color background-image background-clip font-size visibility text-shadow -webkit-text-fill-color " +
		"width height min-width min-height max-width max-height float"
	).split(" "),
);

function isGone(name: string, values: ReadonlyMap<string, string>): boolean {
	if (!hasLoud(values)) return false;
	if (values.get("display") === "none" || values.get("content-visibility") === "hidden") return true;
	const opacity = values.get("opacity");
	if (opacity !== undefined && shareOf(opacity) <= FAINT) return true;
	const filter = /opacity\(([^)]{0,50})\)/.exec(values.get("filter") ?? "")?.[1];
	if (filter !== undefined && shareOf(filter) <= FAINT) return true;
	// Outlook only; where the style says how it looks elsewhere, it is shown there.
	if (values.get("mso-hide") === "all" && values.size === 1) return true;
	return hasNoRoom(name, values) || isOffScreen(values) || isClipped(values);
}

function hasLoud(values: ReadonlyMap<string, string>): boolean {
	for (const property of values.keys()) if (!QUIET.has(property)) return true;
	return false;
}

function hasNoRoom(name: string, values: ReadonlyMap<string, string>): boolean {
	if (!/hidden|clip/.test(values.get("overflow") ?? "") || CELLS.has(name)) return false;
	if (INLINE.has(name) && !isPlaced(values) && !/block|flex|grid/.test(values.get("display") ?? "")) return false;
	const isSmall = (property: string) => pixelsOf(values.get(property)) <= 1;
	const grows = (property: string) => pixelsOf(values.get(property)) > 1;
	return (
		((isSmall("width") || isSmall("max-width")) && !grows("min-width")) ||
		((isSmall("height") || isSmall("max-height")) && !grows("min-height"))
	);
}

function isPlaced(values: ReadonlyMap<string, string>): boolean {
	return /absolute|fixed/.test(values.get("position") ?? "") || /left|right/.test(values.get("float") ?? "");
}

function isOffScreen(values: ReadonlyMap<string, string>): boolean {
	const at = (property: string) => pixelsOf(values.get(property));
	if (at("text-indent") <= -FAR || at("margin-left") <= -VERY_FAR / 3 || at("margin-top") <= -VERY_FAR / 3) return true;
	const position = values.get("position");
	if (position !== undefined && position !== "static") {
		if (["left", "top", "right", "bottom"].some((side) => at(side) <= -FAR)) return true;
		if (at("left") >= VERY_FAR || at("right") >= VERY_FAR) return true;
	}
	const transform = values.get("transform");
	if (transform === undefined) return false;
	if (/scale[xy3d]{0,2}\(\s?0(?:\.0+)?\s?[,)]/.test(transform)) return true;
	const moved = /translate[xy3d]{0,2}\(([^)]{0,100})\)/.exec(transform)?.[1];
	return moved?.split(",").some((part) => Math.abs(pixelsOf(part.trim())) >= VERY_FAR / 3) === true;
}

function isClipped(values: ReadonlyMap<string, string>): boolean {
	const rectangle = /^rect\(([^)]*)\)/.exec(values.get("clip") ?? "")?.[1];
	if (rectangle !== undefined && isPlaced(values)) {
		const [top = 0, right = 0, bottom = 0, left = 0] = rectangle
			.split(/[\s,]+/)
			.filter(Boolean)
			.map((side) => pixelsOf(side));
		if (right - left <= 1 || bottom - top <= 1) return true;
	}
	const path = values.get("clip-path") ?? "";
	const inset = /^inset\(\s?([\d.]+)%\s?\)/.exec(path)?.[1];
	if (inset !== undefined && Number(inset) >= 50) return true;
	if (/^(?:circle|ellipse)\(\s?0(?:px|%)?[\s)]/.test(path)) return true;
	return path.startsWith("polygon(") && !/[1-9]/.test(path);
}

const KEYWORDS: Record<string, number> = {
	...{ "xx-small": 9, "x-small": 10, small: 13, medium: 16, large: 18, "x-large": 24, "xx-large": 32 },
	...{ initial: 16, unset: 16 },
};

function fontSizeOf(value: string | undefined, outer: number): number {
	if (value === undefined || value === "inherit") return outer;
	const number = Number.parseFloat(value);
	if (/^[\d.]+em$/.test(value)) return number * outer;
	if (value.endsWith("%")) return (number / 100) * outer;
	const pixels = KEYWORDS[value] ?? pixelsOf(value);
	// `larger` and what is computed.
	return Number.isNaN(pixels) ? 16 : pixels;
}

function textColorOf(name: string, values: ReadonlyMap<string, string>, outer: Color | null): Color | null {
	if ((values.get("text-shadow") ?? "none") !== "none" || values.get("background-clip") === "text") return null;
	const fill = values.get("-webkit-text-fill-color") ?? values.get("color");
	if (fill === undefined) return name === "a" ? null : outer;
	return fill === "inherit" || fill === "currentcolor" ? outer : colorOf(fill);
}

function backgroundOf(values: ReadonlyMap<string, string>, outer: Color | null): Color | null {
	if ((values.get("background-image") ?? "none") !== "none") return null;
	const written = values.get("background-color") ?? "initial";
	const isOwn = written !== "initial" && written !== "inherit" && written !== "unset";
	const color = isOwn ? colorOf(written) : TRANSPARENT;
	if (color === null || color[3] >= 1) return color;
	// What is moved may lie over anything.
	const isMoved = /absolute|fixed/.test(values.get("position") ?? "") || pixelsOf(values.get("margin-top")) < 0;
	return color[3] > 0 || isMoved ? null : outer;
}

const TRANSPARENT: Color = [0, 0, 0, 0];

function contrast(one: Color, other: Color): number {
	return contrastRatio(luminanceOf(one), luminanceOf(other));
}

/** Of each value of a channel. */
const LINEAR = Array.from({ length: 256 }, (_, part) => toLinear(part / 255));

function luminanceOf([red, green, blue]: Color): number {
	return luminance(linear(red), linear(green), linear(blue));
}

function linear(part: number): number {
	return LINEAR[Math.min(255, Math.max(0, Math.round(part)))] ?? 0;
}
