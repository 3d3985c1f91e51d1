import { attributesOf } from "../../html/attributes.ts";
import { type Declaration, declarationsOf } from "./declarations.ts";
import type { Look } from "./hiding.ts";
import type { Rule } from "./style-sheets.ts";

const NO_CLASSES: readonly string[] = [];
const MAX_CLASSES = 50;

/** How an element looked: another one with the same tag mostly looks so too. */
export interface Known {
	rules: readonly Rule[];
	values: ReadonlyMap<string, string>;
	outer: Look;
	look: Look;
}

/** A start tag as it is written; a page has few that differ. It is read when its element holds words. */
export class Tag {
	readonly name: string;
	/** What was found out when an element with it was last looked at. */
	known: Known | null = null;
	/** What style sheets may say of its elements. */
	rules: readonly Rule[] | null = null;
	readonly #written: string;
	#attributes: ReadonlyMap<string, string> | null = null;
	#classes: readonly string[] | null = null;
	#declarations: readonly Declaration[] | null = null;

	/** @param written the tag behind its name */
	constructor(name: string, written: string) {
		this.name = name;
		this.#written = written;
	}

	get attributes(): ReadonlyMap<string, string> {
		this.#attributes ??= attributesOf(this.#written);
		return this.#attributes;
	}

	get classes(): readonly string[] {
		if (this.#classes === null) {
			const written = this.attributes.get("class");
			if (written === undefined) this.#classes = NO_CLASSES;
			else this.#classes = /^\S+$/.test(written) ? [written] : written.split(/\s+/, MAX_CLASSES).filter(Boolean);
		}
		return this.#classes;
	}

	/** What its own style says. */
	get declarations(): readonly Declaration[] {
		this.#declarations ??= declarationsOf(this.attributes.get("style") ?? "");
		return this.#declarations;
	}
}
