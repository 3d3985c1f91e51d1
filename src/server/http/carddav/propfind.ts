import { childOf, DAV, type Node, type Property, type PropertyName, responseOf } from "./xml.ts";

/** What a client asks for: names of properties, all of them, or which there are (RFC 4918, section 9.1). */
export type Asked = readonly PropertyName[] | "all" | "names";

/** Properties that cost something or are of other standards: not among all. */
const NOT_ALL = new Set(["getctag", "address-data", "current-user-privilege-set", "supported-report-set"]);

/** Reads the body of a PROPFIND; without one it asks for all. */
export function askedIn(body: Node | null): Asked {
	const prop = childOf(body, DAV, "prop");
	if (prop !== undefined) return prop.children.map(({ namespace, name }) => ({ namespace, name }));
	return childOf(body, DAV, "propname") === undefined ? "all" : "names";
}

/** Whether a property is asked for. */
export function asks(asked: Asked, name: string): boolean {
	return asked !== "all" && asked !== "names" && asked.some((one) => one.name === name);
}

/** A response with what was asked for. */
export function answerOf(href: string, properties: readonly Property[], asked: Asked): string {
	if (asked === "all")
		return responseOf(
			href,
			properties.filter(({ name }) => !NOT_ALL.has(name)),
		);
	if (asked === "names")
		return responseOf(
			href,
			properties.map((one) => ({ ...one, content: "" })),
		);
	const find = ({ namespace, name }: PropertyName) =>
		properties.find((one) => one.namespace === namespace && one.name === name);
	return responseOf(
		href,
		asked.flatMap((one) => find(one) ?? []),
		asked.filter((one) => find(one) === undefined),
	);
}
