import { type Declaration, declarationsOf } from "./declarations.ts";
import { hidesWords } from "./hiding.ts";
import { rulesIn, type WrittenRule } from "./rules.ts";
import { type Compound, compoundsOf, isMatch, keyOf, keysIn, type Placed, weightOf } from "./selectors.ts";
import type { Tag } from "./tag.ts";

/** What rules with several selectors have in common. */
interface Source {
	written: WrittenRule;
	/** Null: not yet read. */
	declarations: readonly Declaration[] | null;
}

/** A rule with one selector. It is read when an element needs it: pages have many rules that none does. */
export interface Rule {
	source: Source;
	selector: string;
	/** A later rule counts more than an earlier one. */
	place: number;
	weight: number;
	/** Classes and ids of what must be around an element. */
	around: readonly string[];
	/** Undefined: not yet read; null: not understood. */
	compounds: Compound[] | null | undefined;
}

/** Characters of all sheets, rules, and comparisons that are made for one page. */
const MAX_CSS = 400_000;
const MAX_RULES = 5_000;
const MAX_STEPS = 1_000_000;
const MAX_ANCESTORS = 64;
const NO_RULES: readonly Rule[] = [];
/** States of elements that are not in use, and boxes that are not elements. */
const STATE = /:(?:hover|focus|active|visited|target|:)|:(?:before|after|selection)\b/;

/** The rules of a page's style sheets that can hide words. */
export class StyleSheets {
	/** False: some rule that sets a background is not understood. */
	knowsBackgrounds = true;
	readonly #byKey = new Map<string, Rule[]>();
	readonly #usable = new Map<string, readonly Rule[]>();
	/** What can apply to elements of a name, with these classes and this id. */
	readonly #byKind = new Map<string, readonly Rule[]>();
	/** Classes and ids so far. */
	readonly #seen = new Set<string>();
	#rules = 0;
	#steps = 0;

	constructor(html: string) {
		for (const rule of rulesIn(html, MAX_CSS)) this.#add(rule);
	}

	/** Takes note of a tag whose elements others may be in. */
	see(tag: Tag): void {
		if (this.#rules === 0) return;
		for (const name of tag.classes) this.#seen.add(`.${name}`);
		const id = tag.attributes.get("id");
		if (id !== undefined) this.#seen.add(`#${id}`);
	}

	/** What applies to an element with a tag inside another, the weakest first. */
	rulesFor(tag: Tag, parent: Placed | null): readonly Rule[] {
		if (this.#rules === 0 || this.#steps > MAX_STEPS) return NO_RULES;
		tag.rules ??= this.#candidatesFor(tag);
		if (tag.rules.length === 0 || tag.rules.every(isAlone)) return tag.rules;
		const matching = tag.rules.filter((rule) => isAlone(rule) || this.#matches(rule, parent));
		return matching.length === 0 ? NO_RULES : matching;
	}

	/** What applies to elements with a tag, as far as the tag says. */
	#candidatesFor(tag: Tag): readonly Rule[] {
		const { name, attributes } = tag;
		const className = attributes.get("class");
		const id = attributes.get("id");
		const kind = className === undefined && id === undefined ? name : `${name} ${className ?? ""}#${id ?? ""}`;
		let rules = this.#byKind.get(kind);
		if (rules === undefined) {
			const keys = new Set(["*", name, ...tag.classes.map((each) => `.${each}`)]);
			if (id !== undefined) keys.add(`#${id}`);
			rules = this.#rulesWithKeys(keys);
			this.#byKind.set(kind, rules);
		}
		if (rules.length === 0) return rules;
		return rules.filter(({ compounds }) => isMatch(compounds?.at(-1) as Compound, tag));
	}

	#rulesWithKeys(keys: Iterable<string>): readonly Rule[] {
		const found: Rule[] = [];
		for (const key of keys) found.push(...this.#usableRules(key));
		return found.length < 2 ? found : found.sort((one, other) => one.weight - other.weight || one.place - other.place);
	}

	/** The rules with a key that are understood and say something. */
	#usableRules(key: string): readonly Rule[] {
		const known = this.#usable.get(key);
		if (known !== undefined) return known;
		const rules = (this.#byKey.get(key) ?? NO_RULES).filter(
			(rule) => declarationsIn(rule).length > 0 && compoundsIn(rule) !== null,
		);
		for (const rule of rules) {
			rule.weight = weightOf(rule.compounds ?? []);
			rule.around = (rule.compounds ?? []).slice(0, -1).flatMap(keysIn);
		}
		this.#usable.set(key, rules);
		return rules;
	}

	#add(written: WrittenRule): void {
		const source: Source = { written, declarations: null };
		const paints = /background/i.test(written.block);
		for (const selector of written.prelude.split(",")) {
			const rule: Rule = { source, selector, place: this.#rules, weight: 0, around: [], compounds: undefined };
			const isLost = this.#rules >= MAX_RULES || (paints && compoundsIn(rule) === null);
			if (isLost && paints && !STATE.test(selector)) this.knowsBackgrounds = false;
			if (isLost) continue;
			this.#rules++;
			const key = keyOf(selector);
			const rules = this.#byKey.get(key);
			if (rules === undefined) this.#byKey.set(key, [rule]);
			else rules.push(rule);
		}
	}

	/** Whether what is around an element is what the rule asks for. */
	#matches(rule: Rule, parent: Placed | null): boolean {
		for (const key of rule.around) if (!this.#seen.has(key)) return false;
		const compounds = compoundsIn(rule) ?? [];
		let at = compounds.length - 2;
		let isExact = compounds.at(-1)?.isChild === true;
		let node = parent;
		for (let step = 0; node !== null && step < MAX_ANCESTORS; step++) {
			if (++this.#steps > MAX_STEPS) return false;
			const compound = compounds[at] as Compound;
			if (isMatch(compound, node.tag)) {
				if (at-- === 0) return true;
				isExact = compound.isChild;
			} else if (isExact) return false;
			node = node.parent;
		}
		return false;
	}
}

/** Whether a rule asks for nothing of what is around an element. */
function isAlone({ compounds }: Rule): boolean {
	return compounds?.length === 1;
}

function compoundsIn(rule: Rule): Compound[] | null {
	if (rule.compounds === undefined) rule.compounds = compoundsOf(rule.selector);
	return rule.compounds;
}

/** What a rule says. What holds for some readers only shows words, and hides none. */
export function declarationsIn({ source }: Rule): readonly Declaration[] {
	if (source.declarations !== null) return source.declarations;
	const all = declarationsOf(source.written.block);
	source.declarations = source.written.applies === "always" ? all : showing(all);
	return source.declarations;
}

function showing(declarations: readonly Declaration[]): Declaration[] {
	return declarations
		.filter((declaration) => !hidesWords(declaration))
		.map(({ property, value }) => ({
			property,
			value: /color|image/.test(property) ? "?" : value,
			isImportant: true,
		}));
}
