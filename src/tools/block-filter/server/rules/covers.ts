import { type Condition, type Group, isGroup, type Leaf } from "../../condition.ts";

/**
 * Whether all mail that matches the narrower condition also matches the wider one. False when unknown.
 */
export function covers(wider: Condition, narrower: Condition): boolean {
	if (keyOf(wider) === keyOf(narrower)) return true;
	if (narrower.not !== wider.not) return splitCovers(wider, narrower);
	// Complements reverse inclusion.
	if (narrower.not && wider.not && covers(plain(narrower), plain(wider))) return true;
	return splitCovers(wider, narrower);
}

function splitCovers(wider: Condition, narrower: Condition): boolean {
	const from = spread(narrower);
	if (isGroup(from) && from.kind === "any") return from.parts.every((part) => covers(wider, part));
	const to = spread(wider);
	if (isGroup(to) && to.kind === "all") return to.parts.every((part) => covers(part, from));
	if (isGroup(from) && from.parts.some((part) => covers(to, part))) return true;
	if (isGroup(to)) return keysOf(to).has(keyOf(from)) || to.parts.some((part) => covers(part, from));
	return !isGroup(from) && !from.not && !to.not && leafCovers(to, from);
}

/** A negated group as a group of negations (De Morgan). */
function spread(one: Condition): Condition {
	if (!isGroup(one) || !one.not) return one;
	const parts = one.parts.map((part) => ({ ...part, not: !part.not }));
	return { kind: one.kind === "all" ? "any" : "all", not: false, parts } satisfies Group;
}

function plain(one: Condition): Condition {
	return { ...one, not: false };
}

function leafCovers(wider: Leaf, narrower: Leaf): boolean {
	if (wider.kind === "domain")
		return hostOf(narrower) !== null && isUnder(hostOf(narrower) as string, domainText(wider.value));
	if (wider.kind === "keyword" && "value" in narrower && wordText(wider.value) === wordText(narrower.value)) {
		// Names are indexed as words without their order.
		if (narrower.kind === "sender" || narrower.kind === "to") return !/[\s@]/.test(wordText(narrower.value));
		return narrower.kind === "subject";
	}
	if (wider.kind === "size" && narrower.kind === "size" && wider.than === narrower.than)
		return wider.than === "larger" ? narrower.bytes >= wider.bytes : narrower.bytes <= wider.bytes;
	if (wider.kind === "age" && narrower.kind === "age" && wider.than === narrower.than && wider.unit === narrower.unit)
		return wider.than === "older" ? narrower.count >= wider.count : narrower.count <= wider.count;
	if (wider.kind === "list" && narrower.kind === "list")
		return wider.value === "" || (!isKey(wider.value) && wordText(narrower.value).includes(wordText(wider.value)));
	return false;
}

/** The sender domain of all mail that a condition matches. */
function hostOf(leaf: Leaf): string | null {
	if (leaf.kind === "domain") return domainText(leaf.value);
	const at = leaf.kind === "sender" ? leaf.value.lastIndexOf("@") : -1;
	return leaf.kind === "sender" && at > 0 ? domainText(leaf.value.slice(at)) : null;
}

function isUnder(host: string, domain: string): boolean {
	return host === domain || host.endsWith(`.${domain}`);
}

const isKey = (value: string): boolean => /^(?:list|from):/i.test(value);
const domainText = (value: string): string => value.replace(/^@/, "").toLowerCase();
const wordText = (value: string): string => value.trim().toLowerCase();

/** Rules may have hundreds of parts, compared pairwise. */
const known = new WeakMap<Condition, string>();
const knownParts = new WeakMap<Group, Set<string>>();

/** Normalized text: equal for equivalent conditions, regardless of the order of their parts. */
function keyOf(one: Condition): string {
	const before = known.get(one);
	if (before !== undefined) return before;
	const key = isGroup(one)
		? JSON.stringify([one.kind, one.not, [...keysOf(one)].sort()])
		: JSON.stringify(Object.entries(normal(one)).sort(([a], [b]) => (a < b ? -1 : 1)));
	known.set(one, key);
	return key;
}

function keysOf(group: Group): Set<string> {
	const keys = knownParts.get(group) ?? new Set(group.parts.map(keyOf));
	knownParts.set(group, keys);
	return keys;
}

function normal(leaf: Leaf): Leaf {
	if (!("value" in leaf) || leaf.kind === "category") return leaf;
	return { ...leaf, value: leaf.kind === "domain" ? domainText(leaf.value) : wordText(leaf.value) };
}
