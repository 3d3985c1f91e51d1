/** Rules that a provider runs itself when mail arrives: as the kernel asks for them, and as a provider tells of them. */

import type { FolderRole } from "./provider.ts";

/** What a rule looks for. Letters' case does not count. */
export type RuleTest =
	/**
	 * The sender, or somebody in To or Cc, has one of these addresses, or one at these domains or under them (all lower
	 * case), or one of these texts in name or address.
	 */
	| { about: "from" | "to"; addresses: string[]; domains: string[]; texts: string[] }
	/**
	 * One of these texts stands in the subject, or anywhere in the message: whole words next to each other; a single one may
	 * be the beginning of a longer one.
	 */
	| { about: "subject" | "anywhere"; texts: string[] }
	/** It came by one of these lists: List-Id (RFC 2919), without angle brackets. */
	| { about: "list"; ids: string[] }
	| { about: "larger"; bytes: number }
	| { about: "attachment" };

/** `not`: the test has to fail. */
export type RuleCondition = RuleTest & { not: boolean };

export interface RuleActions {
	/** Where the message goes: the folder of this part, or this folder; null: nowhere else. */
	move: { role: Extract<FolderRole, "archive" | "trash" | "spam"> } | { folderId: string } | null;
	/** By name. */
	labels: string[];
	read: boolean;
	star: boolean;
}

/** A rule as the provider is to have it. All of its conditions must hold; it has one at the least. */
export interface ProviderRule {
	/** The kernel's name for it; stable. */
	key: string;
	/** What people call it, where the provider shows names. */
	name: string;
	conditions: RuleCondition[];
	actions: RuleActions;
}

/** What became of one rule. */
export type RuleOutcome =
	/** The provider has it. `note`: where it does not mean exactly the same there, in words for the person. */
	| { key: string; state: "kept"; id: string; note: string | null }
	/** It is not there, for the provider cannot say it or does not want it. */
	| { key: string; state: "refused"; why: string }
	/** Somebody changed or deleted it there since it was written, and it was left like that. */
	| { key: string; state: "changed" | "gone" };

/** A rule that the provider has. */
export interface RemoteRule {
	/** The provider's own. */
	id: string;
	/** The kernel's, for one that it asked for; null: it was made elsewhere. */
	key: string | null;
	/** Of the kernel's: it is not as it was written. */
	isChanged: boolean;
	/** Empty where the provider has no names. */
	name: string;
	isEnabled: boolean;
	/** Null: it says something that cannot be said here. */
	rule: Pick<ProviderRule, "conditions" | "actions"> | null;
	/** What it says, in the provider's own way: a search, a list of conditions, a script. */
	text: string;
}

/**
 * The rules of an open account. They are kept together, because some providers have one script for all of them. What the
 * provider wrote it remembers in the account's state, so that it never touches a rule that was made elsewhere, and takes
 * away what it wrote when the person disconnects the account.
 */
export interface ProviderRules {
	/**
	 * Makes the provider have exactly these rules of the kernel's; none: takes all of them away. The first that fits a message
	 * acts, and those behind it do not. A rule may do less than it says, never more, unless a note says so. Doing it again
	 * finishes what broke off. A rule that was changed or deleted there stays so, unless it is another one here as well since
	 * it was written, or is among `again`.
	 * @returns what became of each, in the same order
	 */
	keep(rules: readonly ProviderRule[], again: ReadonlySet<string>, signal: AbortSignal): Promise<RuleOutcome[]>;
	/** All rules that the provider has for this account, the kernel's and others, in its order. */
	list(signal: AbortSignal): Promise<RemoteRule[]>;
}

/** What a provider cannot express, or does not take; `message` says so in words for the person. */
export class NativeRefusal extends Error {
	override name = "NativeRefusal";
}

/** A rule that stands before another one. */
export interface EarlierRule {
	rule: Pick<ProviderRule, "name" | "conditions" | "actions">;
	/** The provider finds everything that it asks for, or more. */
	isCovered: boolean;
}

/**
 * Sees to it that a rule gets at the provider no mail that a rule before it takes here. Where the provider does not find all
 * of that, the rule must not throw mail away there; what is done otherwise, the kernel's own run puts right.
 * @param isOrdered false: the provider lets all rules act that fit
 * @throws NativeRefusal
 */
export function requirePlace(rule: ProviderRule, earlier: readonly EarlierRule[], isOrdered: boolean): void {
	const { move } = rule.actions;
	const isGrave = move !== null && "role" in move && move.role !== "archive";
	if (isOrdered && !isGrave) return;
	const inTheWay = earlier.find((one) => !one.isCovered && areRivals(one.rule, rule));
	if (inTheWay !== undefined)
		throw new NativeRefusal(
			`“${inTheWay.rule.name}” stands before this rule, and cannot be kept there in full. Put this rule before it.`,
		);
}

/** A message may fit both, and they do not do the same to it. */
export function areRivals(one: EarlierRule["rule"], other: EarlierRule["rule"]): boolean {
	return mayMeet(one, other) && !isSameDeed(one.actions, other.actions);
}

function isSameDeed(one: RuleActions, other: RuleActions): boolean {
	const shape = ({ move, labels, read, star }: RuleActions): string =>
		JSON.stringify([move && ("role" in move ? move.role : [move.folderId]), labels.toSorted(), read, star]);
	return shape(one) === shape(other);
}

type Asking = Pick<ProviderRule, "conditions">;

/** False where two rules look for different senders. */
function mayMeet(one: Asking, other: Asking): boolean {
	return sendersOf(one).every((mine) =>
		sendersOf(other).every((theirs) => mine.some((a) => theirs.some((b) => fits(a, b)))),
	);
}

/** For each condition that tells the sender: addresses, and domains with an `@` in front. */
function sendersOf({ conditions }: Asking): string[][] {
	return conditions.flatMap((condition) =>
		condition.about === "from" && !condition.not && condition.texts.length === 0
			? [[...condition.addresses, ...condition.domains.map((domain) => `@${domain}`)]]
			: [],
	);
}

const fits = (a: string, b: string): boolean => a === b || isUnder(a, b) || isUnder(b, a);

/** Whether an address or a domain is at the domain or under it. */
function isUnder(value: string, domain: string): boolean {
	if (!domain.startsWith("@")) return false;
	const at = value.slice(value.lastIndexOf("@") + 1);
	return at === domain.slice(1) || at.endsWith(`.${domain.slice(1)}`);
}
