import { Looks, type Seen } from "./looks.ts";
import { Tag } from "./tag.ts";

interface OpenElement {
	name: string;
	/** The tag from its name on. */
	written: string;
	parent: OpenElement | null;
	/** Null: not yet found out. */
	seen: Seen | null;
}

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const FORMATTING = new Set("a b big code em font i nobr s small strike strong tt u".split(" "));
/** Elements that end where one around them ends, and end what is open in them, but are not ended from inside by others. */
const BLOCK = new Set(
	(
		"address article aside blockquote center details dialog dd dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 " +
		"h5 h6 header hr li main menu nav ol p pre section summary table ul"
	).split(" "),
);
const TABLE = new Set("table tbody thead tfoot tr td th caption".split(" "));
const CELLS = new Set("td th caption".split(" "));
const ROWS = ["tbody", "thead", "tfoot"];
/** Elements open at a time, as in browsers; deeper ones look like what is around them. */
const MAX_DEPTH = 512;
/** Elements that an end tag looks through for its own. */
const MAX_LOOK = 100;
const PARAGRAPH = ["p"];
const ITEM = ["li"];
const TERMS = ["dt", "dd"];
const CELL = ["td", "th"];
const ROW = ["tr"];

/** The elements around a place in a page, as a browser would have them, and whether words there are seen. */
export class OpenElements {
	readonly #stack: OpenElement[] = [];
	readonly #looks: Looks;
	readonly #tags = new Map<string, Tag>();
	readonly #counts = new Map<string, number>();
	#deeper = 0;
	/** Null: not yet found out. */
	#isShown: boolean | null = true;

	constructor(html: string) {
		this.#looks = new Looks(html);
	}

	/** Whether words here are seen. */
	get isShown(): boolean {
		if (this.#isShown === null) {
			const inner = this.#stack.at(-1);
			this.#isShown = inner === undefined || this.#looks.areWordsShown(this.#see(inner).look);
		}
		return this.#isShown;
	}

	/**
	 * A start tag.
	 * @param written the tag from its name on
	 */
	open(name: string, written: string): void {
		if (VOID.has(name)) return;
		if (this.#deeper === 0) this.#endBefore(name);
		const count = this.#counts.get(name) ?? 0;
		if (count > 0 && (name === "body" || name === "html")) return;
		if (this.#stack.length >= MAX_DEPTH) {
			this.#deeper++;
			return;
		}
		this.#stack.push({ name, written, parent: this.#stack.at(-1) ?? null, seen: null });
		this.#counts.set(name, count + 1);
		this.#isShown = null;
	}

	/** An end tag. */
	close(name: string): void {
		if (name === "body" || name === "html" || VOID.has(name)) return;
		if (this.#deeper > 0) {
			this.#deeper--;
			return;
		}
		if (!this.#isOpen(name)) return;
		let isInside = false;
		const end = Math.max(0, this.#stack.length - MAX_LOOK);
		for (let at = this.#stack.length - 1; at >= end; at--) {
			const open = (this.#stack[at] as OpenElement).name;
			if (open === name) {
				// A formatting element that is ended inside a block leaves the block as it is.
				if (isInside && FORMATTING.has(name)) this.#remove(at);
				else this.#endFrom(at);
				return;
			}
			if (TABLE.has(name) ? open === "table" : CELLS.has(open) || open === "table") return;
			if (BLOCK.has(open)) {
				isInside = true;
				if (!BLOCK.has(name) && !FORMATTING.has(name)) return;
			}
		}
	}

	#see(element: OpenElement): Seen {
		if (element.seen !== null) return element.seen;
		const { name, written } = element;
		const parent = element.parent === null ? null : this.#see(element.parent);
		let tag = this.#tags.get(written);
		if (tag === undefined) {
			tag = new Tag(name, written.slice(name.length));
			this.#tags.set(written, tag);
			this.#looks.see(tag);
		}
		element.seen = { tag, parent, look: this.#looks.lookOf(tag, parent) };
		return element.seen;
	}

	/** Ends what cannot go on where an element begins. */
	#endBefore(name: string): void {
		if (BLOCK.has(name)) this.#endNearest(PARAGRAPH, isCellOrTable);
		if (name === "li") this.#endNearest(ITEM, (open) => open === "ul" || open === "ol" || isCellOrTable(open));
		else if (name === "dt" || name === "dd") this.#endNearest(TERMS, (open) => open === "dl" || isCellOrTable(open));
		else if (name === "td" || name === "th") this.#endNearest(CELL, isTable);
		else if (name === "tr") this.#endNearest(ROW, isTable);
		else if (ROWS.includes(name)) this.#endNearest(ROWS, isTable);
		else if (name === "a" && this.#stack.at(-1)?.name === "a") this.#endFrom(this.#stack.length - 1);
	}

	#endNearest(names: readonly string[], isBarrier: (name: string) => boolean): void {
		if (!names.some((name) => this.#isOpen(name))) return;
		for (let at = this.#stack.length - 1; at >= 0; at--) {
			const { name } = this.#stack[at] as OpenElement;
			if (names.includes(name)) {
				this.#endFrom(at);
				return;
			}
			if (isBarrier(name)) return;
		}
	}

	#endFrom(at: number): void {
		while (this.#stack.length > at) this.#uncount(this.#stack.pop()?.name ?? "");
		this.#isShown = null;
	}

	#remove(at: number): void {
		for (const { name } of this.#stack.splice(at, 1)) this.#uncount(name);
	}

	#isOpen(name: string): boolean {
		return (this.#counts.get(name) ?? 0) > 0;
	}

	#uncount(name: string): void {
		this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
	}
}

function isTable(name: string): boolean {
	return name === "table";
}

function isCellOrTable(name: string): boolean {
	return name === "table" || CELLS.has(name);
}
