import { budget } from "../base/budget.ts";
import { plainName, plainNames } from "./css-escapes.ts";
import { selectorsOf } from "./css-scan.ts";

/** Statistics of a document for selectors: how many elements have each tag name, class and id. */
export class Population {
	readonly all: number;
	readonly depth: number;
	/** The most elements with one parent. */
	readonly siblings: number;
	#counts = new Map<string, number>();

	constructor(root: Element) {
		let all = 0;
		let deepest = 0;
		let siblings = 0;
		for (const [element, depth] of elementsWithDepth(root)) {
			all++;
			deepest = Math.max(deepest, depth);
			siblings = Math.max(siblings, element.childElementCount);
			this.#add(element.localName);
			if (element.id !== "") this.#add(`#${plainName(element.id)}`);
			for (const name of element.classList) this.#add(`.${plainName(name)}`);
		}
		this.all = all;
		this.depth = deepest;
		this.siblings = siblings;
	}

	#add(key: string): void {
		this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
	}

	/** @param key a lowercase tag name, `.class` or `#id`, whose names are plain */
	count(key: string): number {
		return this.#counts.get(key) ?? 0;
	}
}

/** Every element below a root with its depth, in document order, without recursion. */
export function* elementsWithDepth(root: Element): Generator<[Element, number]> {
	let element: Element | null = root.firstElementChild;
	let depth = 1;
	while (element) {
		yield [element, depth];
		if (element.firstElementChild) {
			element = element.firstElementChild;
			depth++;
			continue;
		}
		while (element && !element.nextElementSibling) {
			element = element.parentElement;
			depth--;
			if (element === root) return;
		}
		element = element?.nextElementSibling ?? null;
	}
}

type Statistics = Pick<Population, "all" | "depth" | "siblings" | "count">;

const brackets = /\([^()]*\)|\[[^[\]]*\]|"[^"]*"|'[^']*'/g;

/**
 * How many elements may be visited to match a rule's selectors: candidates, times what a test of one visits.
 * An upper bound, linear in the selectors' length.
 */
export function selectorWork(selectors: string, population: Statistics): number {
	let work = 0;
	for (const selector of selectorsOf(plainNames(selectors))) {
		const own = selector.trim();
		const outside = own.replace(brackets, "").replace(/[()]/g, "");
		const descendants = (own.match(/[^\s>+~,(]\s+(?=[^\s>+~,)])/g) ?? []).length;
		const siblings = (own.match(/~(?!=)/g) ?? []).length;
		const direct = (own.match(/[>+,]/g) ?? []).length;
		let visits = 1 + direct + descendants * population.depth + siblings * population.siblings;
		if (/:has\b|:nth-(?:last-)?child\([^()]*\bof\b/i.test(own)) visits *= Math.max(1, population.all);
		work += candidates(outside.split(/[\s>+~]/).at(-1) ?? "", population) * visits;
	}
	return work;
}

/** How many elements the selectors of a rule may match: an upper bound. */
export function candidateCount(selectors: string, population: Statistics): number {
	return selectorsOf(plainNames(selectors)).reduce((sum, selector) => {
		const outside = selector.trim().replace(brackets, "").replace(/[()]/g, "");
		return sum + candidates(outside.split(/[\s>+~]/).at(-1) ?? "", population);
	}, 0);
}

function candidates(compound: string, population: Statistics): number {
	const key =
		/#[\w\u0080-\uffff-]+/.exec(compound)?.[0] ??
		/\.[\w\u0080-\uffff-]+/.exec(compound)?.[0] ??
		/^[a-z][\w-]*/i.exec(compound)?.[0].toLowerCase();
	// A selector without a name may match any element.
	return key === undefined ? population.all : population.count(key);
}

/** @returns a filter of rules whose total cost stays within the budget; expensive ones are dropped first */
export function affordableRules(population: Statistics): (selectors: string) => boolean {
	let remaining = budget.selectorWork;
	return (selectors) => {
		const work = selectorWork(selectors, population);
		if (work > remaining) return false;
		remaining -= work;
		return true;
	};
}
