import DOMPurify, { type Config } from "dompurify";
import { addressesIn, type Resolve, scrubDeclarations, scrubSheet } from "./css.ts";
import { safeHref } from "./links.ts";
import { allowedAttributes, allowedTags, droppedWhole } from "./tags.ts";

/** A place in a message where a picture would stand; it stays empty until somebody fills it. */
export interface PictureSlot {
	kind: "remote" | "inside";
	/** The remote address, or the Content-ID of a part without its brackets. */
	source: string;
	/** One or two pixels large: it counts readers and shows nothing, so it is never loaded. */
	isTracker: boolean;
	/** @param url `blob:` or `data:` */
	fill: (url: string) => void;
}

export type Colours = "none" | "words" | "paper";

export interface SafeHtml {
	/** Clean nodes of an inert document, to be adopted by the frame. They are never written out and parsed again. */
	styles: HTMLStyleElement[];
	body: HTMLElement;
	slots: PictureSlot[];
	/** The colours it brings: none, those of words alone, or paper of its own that words were chosen for. */
	colours: Colours;
}

const config: Config = {
	IN_PLACE: true,
	WHOLE_DOCUMENT: true,
	ALLOWED_TAGS: allowedTags,
	ALLOWED_ATTR: allowedAttributes,
	ALLOW_DATA_ATTR: false,
	ALLOW_ARIA_ATTR: true,
	ALLOW_UNKNOWN_PROTOCOLS: false,
	FORBID_CONTENTS: droppedWhole,
	// Schemes are checked again, more strictly, by what looks at links and pictures below.
	ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel|cid|data):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
};

/**
 * Makes a message's HTML harmless: it can run nothing, load nothing, send nothing and lead nowhere unseen.
 * Call it only with markup within the budget (`costOf`).
 */
export function safeHtml(html: string): SafeHtml {
	const document = new DOMParser().parseFromString(html, "text/html");
	DOMPurify.sanitize(document.documentElement, config);
	const slots: PictureSlot[] = [];
	let colours: Colours = "none";
	for (const element of document.querySelectorAll<HTMLElement>("*")) {
		if (colours !== "paper") colours = coloursOf(element, colours);
		if (element.localName === "style") cleanSheet(element, slots);
		else if (element.localName === "a") cleanLink(element);
		else element.removeAttribute("href");
		if (element.localName === "img") cleanPicture(element, slots);
		else element.removeAttribute("src");
		cleanBackground(element, slots);
		cleanStyle(element, slots);
	}
	const styles = [...document.querySelectorAll("style")];
	for (const style of styles) style.remove();
	for (const title of document.querySelectorAll("title")) title.remove();
	return { styles, body: document.body, slots, colours };
}

function coloursOf(element: HTMLElement, before: Colours): Colours {
	if (element.hasAttribute("bgcolor") || element.hasAttribute("background")) return "paper";
	const css = element.localName === "style" ? (element.textContent ?? "") : (element.getAttribute("style") ?? "");
	if (/(?:^|[;{\s])background(?:-color|-image)?\s*:/i.test(css)) return "paper";
	return element.hasAttribute("color") || /(?:^|[;{\s])color\s*:/i.test(css) ? "words" : before;
}

function cleanSheet(style: HTMLElement, slots: PictureSlot[]): void {
	const css = style.textContent ?? "";
	offerPictures(slots, (resolve) => {
		style.textContent = scrubSheet(css, resolve);
	});
}

function cleanStyle(element: HTMLElement, slots: PictureSlot[]): void {
	const css = element.getAttribute("style");
	if (css === null) return;
	offerPictures(slots, (resolve) => element.setAttribute("style", scrubDeclarations(css, resolve)));
}

/** Writes a style without its pictures. They come back one by one: each filled slot writes it anew with all that are there. */
function offerPictures(slots: PictureSlot[], write: (resolve: Resolve) => void): void {
	const filled = new Map<string, string>();
	for (const address of addressesIn(write)) {
		const found = sourceOf(address);
		if (!found) continue;
		const fill = (url: string) => {
			filled.set(address, url);
			write((wanted) => filled.get(wanted) ?? null);
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
	// It shows nothing, so its place need not stay either.
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

/** What a picture's address means; null for what mail has no business with. */
function sourceOf(address: string): Pick<PictureSlot, "kind" | "source"> | null {
	if (/^cid:/i.test(address)) {
		const source = decodeLoosely(address.slice(4)).replace(/^<|>$/g, "");
		return source === "" ? null : { kind: "inside", source };
	}
	const href = safeHref(address);
	return href !== null && /^https?:/.test(href) ? { kind: "remote", source: href } : null;
}

function decodeLoosely(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// A stray percent sign: the name is as it stands.
		return text;
	}
}
