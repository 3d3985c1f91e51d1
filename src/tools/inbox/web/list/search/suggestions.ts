import { operators } from "./search-operators.ts";

/** A way to complete the last term of a search. */
export interface Suggestion {
	/** The term, complete. */
	term: string;
	/** Name of a person, or what the operator finds. */
	means: string;
}

/** Someone the user corresponds with. */
interface Person {
	name: string;
	addresses: readonly string[];
}

const mostOperators = 4;

/** The term that is being typed: the last one, unless it is inside quotes or finished by a space. */
export function typedTerm(text: string): string {
	const inQuotes = (text.match(/"/g)?.length ?? 0) % 2 === 1;
	return inQuotes ? "" : (text.split(/\s/).at(-1) ?? "");
}

/** What to look people up by; null: the term is no person, or too short. */
export function personTerm(term: string): { operator: string; name: string } | null {
	const [, minus = "", operator = "from:", name = ""] = /^(-?)(from:|to:)?([^:"()]*)$/i.exec(term) ?? [];
	return name.length >= 2 ? { operator: minus + operator.toLowerCase(), name } : null;
}

/** Completions of the term: people first, then operators. @param people matches of `personTerm` */
export function suggestionsFor(term: string, people: readonly Person[]): Suggestion[] {
	if (term === "") return [];
	const person = personTerm(term);
	const lower = term.toLowerCase();
	const known = operators.filter(({ text }) => text.startsWith(lower) && text !== lower).slice(0, mostOperators);
	return [
		...(person === null
			? []
			: people.flatMap(({ name, addresses: [address] }) =>
					address === undefined || /[\s"]/.test(address)
						? []
						: [{ term: person.operator + address, means: name || address }],
				)),
		...known.map(({ text, means }) => ({ term: text, means })),
	];
}

/** The search with its last term completed. */
export function completed(text: string, term: string): string {
	const before = text.slice(0, text.length - typedTerm(text).length);
	// A value is still to be typed after an operator alone.
	return `${before}${term}${term.endsWith(":") ? "" : " "}`;
}
