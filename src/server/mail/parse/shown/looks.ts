import type { Declaration } from "./declarations.ts";
import { isShown, type Look, lookOf, PLAIN } from "./hiding.ts";
import type { Placed } from "./selectors.ts";
import { declarationsIn, type Rule, StyleSheets } from "./style-sheets.ts";
import type { Tag } from "./tag.ts";

/** An element whose look is known. */
export interface Seen extends Placed {
	look: Look;
	parent: Seen | null;
}

/** How the elements of a page look. */
export class Looks {
	readonly #sheets: StyleSheets;
	/** Outlook has other words there, in comments. */
	readonly #isForOthers: boolean;
	readonly #shown = new Map<Look, boolean>();

	constructor(html: string) {
		this.#sheets = new StyleSheets(html);
		this.#isForOthers = html.includes("[if !mso");
	}

	/** Takes note of a tag whose elements others may be in. */
	see(tag: Tag): void {
		this.#sheets.see(tag);
	}

	/** Whether a reader sees words that look so. */
	areWordsShown(look: Look): boolean {
		let shown = this.#shown.get(look);
		if (shown === undefined) {
			shown = isShown(look);
			this.#shown.set(look, shown);
		}
		return shown;
	}

	/** How an element with a tag looks inside another. */
	lookOf(tag: Tag, parent: Seen | null): Look {
		const { known } = tag;
		const outer = parent?.look ?? PLAIN;
		const rules = this.#sheets.rulesFor(tag, parent);
		const isSame = known !== null && areSame(known.rules, rules);
		if (isSame && known.outer === outer) return known.look;
		const values = isSame ? known.values : this.#valuesOf(tag, rules);
		let look = lookOf(tag.name, values, outer);
		if (!this.#sheets.knowsBackgrounds && look.background !== null) look = { ...look, background: null };
		tag.known = { rules, values, outer, look };
		return look;
	}

	/** What the element's attributes, the sheets and its style say, in the order of the cascade. */
	#valuesOf(tag: Tag, rules: readonly Rule[]): ReadonlyMap<string, string> {
		const values = attributeValues(tag);
		const important = new Set<string>();
		for (const rule of rules) this.#add(declarationsIn(rule), values, important);
		this.#add(tag.declarations, values, important);
		return values;
	}

	#add(declarations: readonly Declaration[], values: Map<string, string>, important: Set<string>): void {
		for (const { property, value, isImportant } of declarations) {
			if (!isImportant && important.has(property)) continue;
			if (isImportant) important.add(property);
			if (property !== "mso-hide" || !this.#isForOthers) values.set(property, value);
		}
	}
}

/** What attributes say that are older than styles. */
function attributeValues({ name, attributes }: Tag): Map<string, string> {
	const values = new Map<string, string>();
	if (attributes.size === 0) return values;
	if (attributes.has("hidden")) values.set("display", "none");
	const color = name === "font" || name === "body" ? attributes.get(name === "body" ? "text" : "color") : undefined;
	if (color !== undefined) values.set("color", color.toLowerCase());
	const behind = attributes.get("bgcolor");
	if (behind !== undefined) values.set("background-color", behind.toLowerCase());
	if ((attributes.get("background") ?? "") !== "") values.set("background-image", "url");
	return values;
}

function areSame(some: readonly Rule[], others: readonly Rule[]): boolean {
	return some === others || (some.length === others.length && some.every((rule, at) => rule === others[at]));
}
