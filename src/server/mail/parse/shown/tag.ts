import { decodeHTML } from "entities";
import { type Declaration, declarationsOf } from "./declarations.ts";
import type { Look } from "./hiding.ts";
import type { Rule } from "./style-sheets.ts";

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
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

function attributesOf(written: string): ReadonlyMap<string, string> {
	let found: Map<string, string> | null = null;
	const { length } = written;
	let at = 0;
	while (true) {
		while (at < length && (isBlank(written.charCodeAt(at)) || written.charCodeAt(at) === 47)) at++;
		if (at >= length) return found ?? NO_ATTRIBUTES;
		const start = at++;
		while (at < length && !endsName(written.charCodeAt(at))) at++;
		const name = written.slice(start, at).toLowerCase();
		let value = "";
		const equals = afterBlanks(written, at);
		if (written.charCodeAt(equals) === 61) {
			at = afterBlanks(written, equals + 1);
			const quote = written.charCodeAt(at);
			const end = quote === 34 || quote === 39 ? written.indexOf(quote === 34 ? '"' : "'", at + 1) : -1;
			if (end >= 0) {
				value = written.slice(at + 1, end);
				at = end + 1;
			} else {
				const from = at;
				while (at < length && !isBlank(written.charCodeAt(at))) at++;
				value = written.slice(from, at);
			}
		}
		found ??= new Map();
		if (!found.has(name)) found.set(name, value.includes("&") ? decodeHTML(value) : value);
	}
}

function afterBlanks(text: string, from: number): number {
	let at = from;
	while (isBlank(text.charCodeAt(at))) at++;
	return at;
}

function isBlank(code: number): boolean {
	return code === 32 || (code >= 9 && code <= 13);
}

/** Blanks, `/` and `=`. */
function endsName(code: number): boolean {
	return isBlank(code) || code === 47 || code === 61;
}
