import { NativeRuleError, type ProviderRule, type RuleActions, type RuleCondition } from "#kernel/mailbox.ts";
import { brand } from "#shared/brand.ts";
import { type Condition, isGroup, type Leaf } from "../../condition.ts";
import { conditionOf, type Rule } from "../rule.ts";

/** A filter in the provider's form. */
export interface TranslatedFilter {
	filterId: string;
	/** One rule per alternative. Those that are not native only keep their position. */
	rules: ProviderRule[];
	/** Why none is native, in a sentence; null: they are. */
	reason: string | null;
}

/** Maximum alternatives per filter at a provider. */
const MAX_BRANCHES = 20;
const NOTHING: RuleActions = { move: null, labels: [], read: false, star: false };

/** @param actions its actions in that mailbox, or why it has none there */
export function toProviderRule(rule: Rule, actions: RuleActions | NativeRuleError): TranslatedFilter {
	const providerActions = actions instanceof NativeRuleError ? NOTHING : actions;
	const of = (conditions: RuleCondition[], key: string, isNative: boolean): ProviderRule => ({
		...{ key, name: rule.name, conditions, actions: providerActions, isNative },
	});
	try {
		if (actions instanceof NativeRuleError) throw actions;
		const branches = branchesOf(conditionOf(rule), false);
		const rules = branches.map((conditions, n) =>
			of(conditions, keyOf(rule.id, branches.length === 1 ? null : n), true),
		);
		return { filterId: rule.id, rules, reason: null };
	} catch (cause) {
		if (!(cause instanceof NativeRuleError)) throw cause;
		return { filterId: rule.id, rules: [of(sendersIn(conditionOf(rule)), rule.id, false)], reason: cause.message };
	}
}

const keyOf = (filterId: string, branch: number | null): string =>
	branch === null ? filterId : `${filterId}#${branch}`;

/** The filter id that a provider's rule belongs to. */
export const filterOfKey = (key: string): string => key.split("#")[0] ?? key;

/** Disjunctive normal form: alternatives, each a list of conditions that all must match. @throws NativeRuleError */
function branchesOf(one: Condition, isNegated: boolean): RuleCondition[][] {
	const not = one.not !== isNegated;
	if (!isGroup(one)) return [[{ ...testOf(one, not) }]];
	const parts = one.parts.map((part) => branchesOf(part, not));
	// Not all = any of the negations (De Morgan).
	const isAny = (one.kind === "any") !== not;
	const branches = isAny ? merged(parts.flat()) : parts.reduce(both, [[]]);
	if (branches.length > MAX_BRANCHES)
		throw new NativeRuleError(`It has more than ${MAX_BRANCHES} alternatives, which is too many for a mail provider.`);
	return branches;
}

function both(left: RuleCondition[][], right: RuleCondition[][]): RuleCondition[][] {
	return left.flatMap((one) => right.map((other) => [...one, ...other]));
}

/** Merges alternatives that differ only in values. */
function merged(branches: RuleCondition[][]): RuleCondition[][] {
	const result: RuleCondition[][] = [];
	for (const branch of branches) {
		const [only] = branch;
		const index = branch.length === 1 && only !== undefined ? result.findIndex((other) => isLike(other, only)) : -1;
		const like = result[index]?.[0];
		if (like === undefined || only === undefined) result.push(branch);
		else result[index] = [together(like, only)];
	}
	return result;
}

/** Same field and kind of values. */
function isLike(branch: RuleCondition[], other: RuleCondition): boolean {
	const [one] = branch;
	if (branch.length !== 1 || one === undefined || one.not || other.not || one.about !== other.about) return false;
	return kindsOf(one).join() === kindsOf(other).join() && kindsOf(one).length === 1;
}

const VALUES = ["addresses", "domains", "texts", "ids"] as const;

function kindsOf(condition: RuleCondition): string[] {
	const values = condition as Partial<Record<(typeof VALUES)[number], string[]>>;
	return VALUES.filter((name) => (values[name]?.length ?? 0) > 0);
}

function together(one: RuleCondition, other: RuleCondition): RuleCondition {
	const [a, b] = [one, other] as Partial<Record<(typeof VALUES)[number], string[]>>[];
	const values = VALUES.flatMap((name) =>
		a?.[name] === undefined ? [] : [[name, [...a[name], ...(b?.[name] ?? [])]]],
	);
	return { ...one, ...Object.fromEntries(values) } as RuleCondition;
}

/** @throws NativeRuleError */
function testOf(leaf: Leaf, not: boolean): RuleCondition {
	switch (leaf.kind) {
		case "domain":
			return { about: "from", addresses: [], domains: [leaf.value.replace(/^@/, "").toLowerCase()], texts: [], not };
		case "sender":
			return { about: "from", ...peopleIn(leaf.value), not };
		case "to":
			return { about: "to", ...peopleIn(leaf.value), not };
		case "subject":
			return { about: "subject", texts: [leaf.value], not };
		case "keyword":
			return { about: "anywhere", texts: [leaf.value], not };
		case "pattern": {
			const contained = leaf.field === "subject" ? /^\*([^*?\\]+)\*$/.exec(leaf.value)?.[1] : undefined;
			if (contained !== undefined) return { about: "subject", texts: [contained], not };
			throw new NativeRuleError(`Letters are compared only in ${brand.name}; mail providers compare words.`);
		}
		case "size":
			if (leaf.than === "larger") return { about: "larger", bytes: leaf.bytes, not };
			return { about: "larger", bytes: Math.max(0, leaf.bytes - 1), not: !not };
		case "list":
			return { about: "list", ids: [listId(leaf.value)], not };
		case "attachment":
			return { about: "attachment", not };
		case "age":
			throw new NativeRuleError(`Conditions on age run only in ${brand.name}.`);
		case "category":
			throw new NativeRuleError(`Categories exist only in ${brand.name}, so this runs only there.`);
		case "unconfirmed":
			throw new NativeRuleError(`Sender authentication is checked only in ${brand.name}.`);
		case "suspicious":
			throw new NativeRuleError(`Suspicious email is recognized only in ${brand.name}, so this runs only there.`);
	}
}

function peopleIn(value: string): { addresses: string[]; domains: string[]; texts: string[] } {
	const isAddress = /^[^\s@]+@[^\s@]+$/.test(value);
	return { addresses: isAddress ? [value.toLowerCase()] : [], domains: [], texts: isAddress ? [] : [value] };
}

/** The List-ID, where the key consists of one. @throws NativeRuleError */
function listId(key: string): string {
	const id = /^list:([^\s<>]+)$/i.exec(key)?.[1];
	if (id === undefined)
		throw new NativeRuleError(`Mail providers match only complete List-Ids, so this runs only in ${brand.name}.`);
	return id.toLowerCase();
}

/** The condition on the sender: messages of other senders are not affected. */
function sendersIn(one: Condition): RuleCondition[] {
	if (one.not || (isGroup(one) && one.kind === "any")) return [];
	if (isGroup(one)) return one.parts.flatMap(sendersIn);
	return one.kind === "domain" || one.kind === "sender" ? [testOf(one, false)] : [];
}
