import { contentLines, unescaped } from "#shared/mail/content-lines.ts";
import { AppError } from "../../errors.ts";
import { CARD, childOf, type Node } from "./xml.ts";

/** Which cards a query finds (RFC 6352, section 10.5). */
export type Filter = (card: string) => boolean;

/** @throws AppError 403 for a collation that is not supported */
export function filterOf(node: Node | undefined): Filter {
	const tests = childrenOf(node, "prop-filter").map(propertyTest);
	if (tests.length === 0) return () => true;
	const isAll = node?.attributes.get("test") === "allof";
	return (card) => {
		const values = valuesIn(card);
		return isAll ? tests.every((test) => test(values)) : tests.some((test) => test(values));
	};
}

type Values = ReadonlyMap<string, string[]>;

function propertyTest(node: Node): (values: Values) => boolean {
	const name = (node.attributes.get("name") ?? "").toUpperCase().replace(/^.*\./, "");
	if (childOf(node, CARD, "is-not-defined") !== undefined) return (values) => !values.has(name);
	const matches = childrenOf(node, "text-match").map(textMatch);
	const isAll = node.attributes.get("test") === "allof";
	return (values) => {
		const own = values.get(name) ?? [];
		if (matches.length === 0) return own.length > 0;
		const isFound = (match: (value: string) => boolean) => own.some(match);
		return isAll ? matches.every(isFound) : matches.some(isFound);
	};
}

function textMatch(node: Node): (value: string) => boolean {
	const collation = node.attributes.get("collation") ?? "i;unicode-casemap";
	if (!/^(?:i;unicode-casemap|i;ascii-casemap|default)$/.test(collation))
		throw new AppError(403, "supported-collation", "This collation is not supported: use i;unicode-casemap.");
	const wanted = node.text.toLowerCase();
	const isNegated = node.attributes.get("negate-condition") === "yes";
	const type = node.attributes.get("match-type") ?? "contains";
	return (value) => {
		const text = value.toLowerCase();
		const isFound =
			type === "equals"
				? text === wanted
				: type === "starts-with"
					? text.startsWith(wanted)
					: type === "ends-with"
						? text.endsWith(wanted)
						: text.includes(wanted);
		return isFound !== isNegated;
	};
}

const childrenOf = (node: Node | undefined, name: string): Node[] =>
	node?.children.filter((one) => one.namespace === CARD && one.name === name) ?? [];

/** The values of a card of ours by property. */
function valuesIn(card: string): Values {
	const values = new Map<string, string[]>();
	for (const { name, value } of contentLines(card)) values.set(name, [...(values.get(name) ?? []), unescaped(value)]);
	return values;
}
