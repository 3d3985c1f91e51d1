import type { Tag } from "./tag.ts";

/** What selectors look at. */
export interface Placed {
	tag: Tag;
	parent: Placed | null;
}

/** One word of a selector. */
export interface Compound {
	name: string | null;
	classes: string[];
	id: string | null;
	attributes: { name: string; operator: string; value: string }[];
	/** Its relation to the one before. */
	isChild: boolean;
}

const PART =
	/([\w\u0080-\uffff-]+)|\.([\w\u0080-\uffff-]+)|#([\w\u0080-\uffff-]+)|\[([\w-]+)(?:([~^$*|]?=)["']?([^"'\]]*)["']?)?\]|(\*)/y;
/** A word of one part. */
const SIMPLE = /^[.#]?[\w\u0080-\uffff-]+$/;
/** A class or id that is asked for as an attribute, as for programs that don't read sheets of others. */
const BY_ATTRIBUTE = /\[(class|id)~?=["']?([\w\u0080-\uffff-]+)["']?\]/;
const MAX_COMPOUNDS = 8;

/** Null for what is not understood, such as states and siblings: the rule is left out. */
export function compoundsOf(selector: string): Compound[] | null {
	const plain = selector.trim();
	if (SIMPLE.test(plain)) return [simpleCompound(plain)];
	const compounds: Compound[] = [];
	let isChild = false;
	for (const word of plain.replaceAll(">", " > ").split(/\s+/)) {
		if (word === ">") {
			isChild = true;
			continue;
		}
		const compound: Compound = { name: null, classes: [], id: null, attributes: [], isChild };
		if (word === "" || !readCompound(word, compound)) return null;
		// The relation is kept on the later one: what its match asks of the next.
		compounds.push(compound);
		isChild = false;
	}
	return compounds.length > 0 && compounds.length <= MAX_COMPOUNDS ? compounds : null;
}

function simpleCompound(word: string): Compound {
	const rest = word.slice(1);
	const isClass = word.startsWith(".");
	const isId = word.startsWith("#");
	return {
		name: isClass || isId ? null : word.toLowerCase(),
		classes: isClass ? [rest] : [],
		id: isId ? rest : null,
		attributes: [],
		isChild: false,
	};
}

function readCompound(word: string, compound: Compound): boolean {
	PART.lastIndex = 0;
	while (PART.lastIndex < word.length) {
		const found = PART.exec(word);
		if (!found) return false;
		const [, name, className, id, attribute, operator = "", value = ""] = found;
		if (name !== undefined) compound.name = name.toLowerCase();
		else if (className !== undefined) compound.classes.push(className);
		else if (id !== undefined) compound.id = id;
		else if (attribute !== undefined) compound.attributes.push({ name: attribute.toLowerCase(), operator, value });
	}
	return true;
}

/** What an element must have for a selector to match it: an id, a class or a name; `*` for none of them. */
export function keyOf(selector: string): string {
	const word = selector.trimEnd().split(/[\s>]/).at(-1) ?? "";
	if (SIMPLE.test(word)) return word.startsWith(".") || word.startsWith("#") ? word : word.toLowerCase();
	const attribute = BY_ATTRIBUTE.exec(word);
	if (attribute) return `${attribute[1] === "id" ? "#" : "."}${attribute[2]}`;
	const part = word.includes("[") ? null : (/#[\w\u0080-\uffff-]+/.exec(word) ?? /\.[\w\u0080-\uffff-]+/.exec(word));
	return part?.[0] ?? /^[\w\u0080-\uffff-]+/.exec(word)?.[0].toLowerCase() ?? "*";
}

/** The classes and the id that a word of a selector asks for. */
export function keysIn({ classes, id }: Compound): string[] {
	return [...classes.map((each) => `.${each}`), ...(id === null ? [] : [`#${id}`])];
}

/** Whether a word of a selector holds for an element with this tag. */
export function isMatch(compound: Compound, tag: Tag): boolean {
	if (compound.name !== null && compound.name !== tag.name) return false;
	if (compound.id !== null && compound.id !== tag.attributes.get("id")) return false;
	if (compound.classes.length > 0 && !compound.classes.every((name) => tag.classes.includes(name))) return false;
	return compound.attributes.every(({ name, operator, value }) => {
		const own = tag.attributes.get(name);
		if (own === undefined) return false;
		if (operator === "") return true;
		if (operator === "=") return own === value;
		if (value === "") return false;
		if (operator === "~=") return own.split(/\s+/).includes(value);
		if (operator === "^=") return own.startsWith(value);
		if (operator === "$=") return own.endsWith(value);
		return operator === "|=" ? own === value || own.startsWith(`${value}-`) : own.includes(value);
	});
}

/** Ids count more than classes, and these more than names. */
export function weightOf(compounds: readonly Compound[]): number {
	let weight = 0;
	for (const { id, classes, attributes, name } of compounds)
		weight += (id === null ? 0 : 10_000) + (classes.length + attributes.length) * 100 + (name === null ? 0 : 1);
	return weight;
}
