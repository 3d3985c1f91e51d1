import DOMPurify, { type Config } from "dompurify";
import { NumberLimits } from "./attributes.ts";
import { budget } from "./base/budget.ts";
import { costOf } from "./cost/markup-cost.ts";
import {
	type AllowEffects,
	addressesIn,
	type KeepRule,
	type Resolve,
	scrubDeclarations,
	scrubSheet,
	withoutMarkup,
} from "./css/css.ts";
import { isBalanced } from "./css/css-scan.ts";
import { Effects } from "./css/effects.ts";
import { excessOf } from "./css/excess.ts";
import { neutralizeCss, parked } from "./css/neutralize-css.ts";
import { affordableRules, candidateCount, Population } from "./css/selector-cost.ts";
import { RATIO } from "./frame-page.ts";
import { decodeLoosely, safeHref } from "./links.ts";
import { breakLongWords, reduceElements } from "./reduce.ts";
import { allowedAttributes, allowedTags, droppedWithContent } from "./tags.ts";

/** A slot for an image in a message; it stays empty until it is filled. */
export interface PictureSlot {
	kind: "remote" | "inside";
	/** The remote URL, or the Content-ID of a part without its brackets. */
	source: string;
	/** One or two pixels large: a tracking pixel, which is never loaded. */
	isTracker: boolean;
	/** @param url `blob:` or `data:` */
	fill: (url: string) => void;
}

export type Colours = "none" | "words" | "paper";

export interface SafeHtml {
	/** Clean nodes of an inert document, to be adopted by the frame. They are never serialized and parsed again. */
	styles: HTMLStyleElement[];
	body: HTMLElement;
	slots: PictureSlot[];
	/** The message's own colors: none, text colors only, or a background that its text colors were chosen for. */
	colours: Colours;
	/** What exceeds the rendering budget, as text: it must not be inserted into a page. Null when nothing does. */
	excess: string | null;
}

/** Everything, or only what is within the budget. */
export type Extent = "full" | "reduced";

const config: Config = {
	IN_PLACE: true,
	WHOLE_DOCUMENT: true,
	ALLOWED_TAGS: allowedTags,
	ALLOWED_ATTR: [...allowedAttributes, ...Object.values(parked)],
	// A declaration such as `color:red` looks like a URL with a scheme.
	ADD_URI_SAFE_ATTR: Object.values(parked),
	ALLOW_DATA_ATTR: false,
	ALLOW_ARIA_ATTR: true,
	ALLOW_UNKNOWN_PROTOCOLS: false,
	FORBID_CONTENTS: droppedWithContent,
	// Schemes are checked again, more strictly, by the link and image handling below.
	ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel|cid|data):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
};

/**
 * Sanitizes a message's HTML: no scripts, no requests, no forms, and no hidden link targets.
 * @param extent `reduced`: what exceeds the budget is dropped, so that the result may always be rendered
 * @returns null when nothing visible is left, as in a message made of frames
 */
export function safeHtml(html: string, extent: Extent = "full"): SafeHtml | null {
	const { over, cut } = costOf(html);
	if (over !== null && extent === "full")
		return { styles: [], body: emptyBody(), slots: [], colours: "none", excess: over };
	const document = new DOMParser().parseFromString(neutralizeCss(html.slice(0, cut)), "text/html");
	for (const style of document.querySelectorAll("style")) style.textContent = withoutMarkup(style.textContent ?? "");
	DOMPurify.sanitize(document.documentElement, config);
	// A frameset replaces the body, and is removed with its content.
	const { body } = document;
	if (body?.localName !== "body") return null;
	if (extent === "reduced") reduceElements(body);
	const links = moveToBody(document.documentElement, body);
	const population = new Population(document.documentElement);
	const affordable = affordableRules(population);
	const effects = new Effects();
	const keep: KeepRule = (selectors) =>
		extent === "full" || affordable(selectors) ? effects.allowFor(candidateCount(selectors, population)) : null;
	const { slots, colours } = cleanElements(document, effects, keep);
	const styles = [...document.querySelectorAll("style")];
	for (const style of styles) style.remove();
	if (links !== null) styles.unshift(links);
	for (const title of document.querySelectorAll("title")) title.remove();
	if (!isVisible(body, slots)) return null;
	const excess = excessOf(body, styles, population);
	if (excess === null || extent === "reduced") breakLongWords(body);
	return { styles, body, slots, colours, excess };
}

function cleanElements(document: Document, effects: Effects, keep: KeepRule): Pick<SafeHtml, "slots" | "colours"> {
	const slots: PictureSlot[] = [];
	const numbers = new NumberLimits();
	let colours: Colours = "none";
	for (const element of document.querySelectorAll<HTMLElement>("*")) {
		if (colours !== "paper") colours = coloursOf(element, colours);
		cleanMap(element);
		if (element.localName === "style") cleanSheet(element, slots, keep);
		else if (element.localName === "a" || element.localName === "area") cleanLink(element);
		else element.removeAttribute("href");
		if (element.localName === "img") cleanPicture(element, slots);
		else element.removeAttribute("src");
		element.removeAttribute(parked.media);
		cleanBackground(element, slots);
		cleanStyle(element, slots, effects.allowFor(1));
		if (element.localName === "img") keepProportions(element);
		// As Google Sheets writes it: its columns have the width, and cut their words off.
		if (element.localName === "table" && /^0(?:px)?$/.test(element.style.width)) element.style.width = "auto";
		numbers.apply(element);
		for (const name of ["class", "id"]) {
			const value = element.getAttribute(name) ?? "";
			if (value.length > budget.attribute) element.setAttribute(name, value.slice(0, budget.attribute));
		}
	}
	return { slots, colours };
}

/**
 * Colors of old attributes and what is said of the whole page: the frame has a page of its own, whose rules would come first.
 * @returns a sheet with the color of links
 */
function moveToBody(html: HTMLElement, body: HTMLElement): HTMLStyleElement | null {
	const text = legacyColour(body.getAttribute("text"));
	const own = [html, body].map((element) => element.getAttribute(parked.style) ?? "");
	const css = [text === null ? "" : `color:${text}`, ...own].filter((part) => part.trim() !== "").join(";");
	if (css !== "") body.setAttribute(parked.style, css);
	const link = legacyColour(body.getAttribute("link"));
	if (link === null) return null;
	const sheet = html.ownerDocument.createElement("style");
	sheet.textContent = `a{color:${link}}`;
	return sheet;
}

/** `FFFFFF`, `#FFFFFF` or a name. */
function legacyColour(written: string | null): string | null {
	const value = written?.trim() ?? "";
	if (/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return value.startsWith("#") ? value : `#${value}`;
	return /^[a-z]{3,25}$/i.test(value) ? value : null;
}

/** Names only connect pictures with their maps. */
function cleanMap(element: HTMLElement): void {
	if (element.localName !== "map") element.removeAttribute("name");
	if ((element.getAttribute("coords") ?? "").length > budget.attribute) element.removeAttribute("coords");
}

/** Lets the frame's page keep the proportions of a picture that is too wide for it, also of one that its size stretches. */
function keepProportions(image: HTMLElement): void {
	const { style } = image;
	const width = pixels(style.width || image.getAttribute("width"));
	const height = pixels(style.height || image.getAttribute("height"));
	if (!(width > 0 && height > 0)) return;
	if (style.height !== "") style.height = "auto";
	style.setProperty(RATIO, `${width} / ${height}`);
}

function pixels(size: string | null): number {
	return /^\s?\d+(?:\.\d+)?(?:px)?\s?$/.test(size ?? "") ? Number.parseFloat(size ?? "") : Number.NaN;
}

function emptyBody(): HTMLElement {
	return new DOMParser().parseFromString("", "text/html").body;
}

/** Whether anything is visible: text, images, rules or colors. */
function isVisible(body: HTMLElement, slots: readonly PictureSlot[]): boolean {
	return (
		/[\p{L}\p{N}\p{P}\p{S}]/u.test(body.textContent ?? "") ||
		slots.some((slot) => !slot.isTracker) ||
		body.querySelector("img, hr") !== null
	);
}

function coloursOf(element: HTMLElement, before: Colours): Colours {
	if (element.hasAttribute("bgcolor") || element.hasAttribute("background")) return "paper";
	const css = element.localName === "style" ? (element.textContent ?? "") : (element.getAttribute(parked.style) ?? "");
	if (/(?:^|[;{\s])background(?:-color|-image)?\s*:/i.test(css)) return "paper";
	if (element.localName === "body" && (element.hasAttribute("text") || element.hasAttribute("link"))) return "words";
	return element.hasAttribute("color") || /(?:^|[;{\s])color\s*:/i.test(css) ? "words" : before;
}

function cleanSheet(style: HTMLElement, slots: PictureSlot[], keep: KeepRule): void {
	const css = style.textContent ?? "";
	const media = style.getAttribute(parked.media);
	style.removeAttribute(parked.media);
	if (media !== null && media.length <= budget.selector && isBalanced(media)) style.setAttribute("media", media);
	// Images are resolved later and must not change which rules are kept: the first decision holds for each rule, by index.
	const decisions: (AllowEffects | null)[] = [];
	offerPictures(slots, (resolve) => {
		let position = 0;
		style.textContent = scrubSheet(css.slice(0, budget.css), resolve, (selectors) => {
			const decision = position < decisions.length ? (decisions[position] ?? null) : keep(selectors);
			decisions[position++] = decision;
			return decision;
		});
	});
	// From here on a browser may parse it.
	style.removeAttribute("type");
}

function cleanStyle(element: HTMLElement, slots: PictureSlot[], allow: AllowEffects): void {
	const css = element.getAttribute(parked.style) ?? element.getAttribute("style");
	element.removeAttribute(parked.style);
	if (css === null) return;
	offerPictures(slots, (resolve) => {
		element.setAttribute("style", scrubDeclarations(css, resolve, allow));
	});
}

/** Writes a style without its images. They are restored one by one: each filled slot writes it again with all available images. */
function offerPictures(slots: PictureSlot[], write: (resolve: Resolve) => void): void {
	const filled = new Map<string, string>();
	let isPlanned = false;
	const writeSoon = () => {
		if (isPlanned) return;
		isPlanned = true;
		// Images arrive one after the other, and each would restyle the whole page.
		setTimeout(() => {
			isPlanned = false;
			write((wanted) => filled.get(wanted) ?? null);
		}, 50);
	};
	for (const address of addressesIn(write)) {
		const found = sourceOf(address);
		if (!found) continue;
		const fill = (url: string) => {
			filled.set(address, url);
			writeSoon();
		};
		slots.push({ ...found, isTracker: false, fill });
	}
}

function cleanLink(link: HTMLElement): void {
	const href = link.getAttribute("href");
	if (href === null) return;
	if (/^#[\w.:-]+$/.test(href)) return;
	const safe = safeHref(href);
	if (safe === null) {
		link.removeAttribute("href");
		return;
	}
	link.setAttribute("href", safe);
	link.setAttribute("target", "_blank");
	link.setAttribute("rel", "noopener noreferrer nofollow");
}

const embedded = /^data:image\/(?:png|gif|jpe?g|webp|avif|bmp)[;,]/i;

function cleanPicture(image: HTMLElement, slots: PictureSlot[]): void {
	const src = image.getAttribute("src")?.trim() ?? "";
	if (embedded.test(src)) return;
	image.removeAttribute("src");
	const found = sourceOf(src);
	if (!found) return;
	const size = [image.getAttribute("width"), image.getAttribute("height")].map((text) => Number.parseFloat(text ?? ""));
	const isTracker = found.kind === "remote" && size.some((pixels) => pixels <= 2);
	// A tracking pixel shows nothing, so its slot can be removed.
	if (isTracker) image.remove();
	slots.push({ ...found, isTracker, fill: (url) => image.setAttribute("src", url) });
}

function cleanBackground(element: HTMLElement, slots: PictureSlot[]): void {
	const address = element.getAttribute("background")?.trim();
	if (address === undefined) return;
	element.removeAttribute("background");
	const found = sourceOf(address);
	if (found) slots.push({ ...found, isTracker: false, fill: (url) => element.setAttribute("background", url) });
}

/** The kind of an image URL; null for unsupported ones. */
function sourceOf(address: string): Pick<PictureSlot, "kind" | "source"> | null {
	if (/^cid:/i.test(address)) {
		const source = decodeLoosely(address.slice(4)).replace(/^<|>$/g, "");
		return source === "" ? null : { kind: "inside", source };
	}
	const href = safeHref(address);
	return href !== null && /^https?:/.test(href) ? { kind: "remote", source: href } : null;
}
