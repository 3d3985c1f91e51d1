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
	/** False: it runs here alone. The provider is not to have it, and to leave to it what it asks for. */
	isNative: boolean;
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
	/** What it says, in the provider's own way. */
	text: string;
	/** Text is a whole script in Sieve (RFC 5228), which may hold several rules. */
	isSieve: boolean;
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
	 * @returns what became of each that is native, in the same order
	 */
	keep(rules: readonly ProviderRule[], again: ReadonlySet<string>, signal: AbortSignal): Promise<RuleOutcome[]>;
	/** All rules that the provider has for this account, the kernel's and others, in its order. */
	list(signal: AbortSignal): Promise<RemoteRule[]>;
}

/** What a provider cannot express, or does not take; `message` says so in words for the person. */
export class NativeRefusal extends Error {
	override name = "NativeRefusal";
}

/** How a provider says rules. */
export interface RuleTranslator<Translated> {
	/** The first that fits acts alone; else all do. */
	isOrdered: boolean;
	/** @param rivals rules before it that may fit the same message and do something else @throws NativeRefusal */
	translate(rule: ProviderRule, rivals: readonly ProviderRule[]): Translated;
	/** The provider finds everything that the rule asks for, or more. */
	isCovered(rule: ProviderRule): boolean;
}

export interface TranslatedRule<Translated> {
	key: string;
	translated: Translated | NativeRefusal;
}

/**
 * Says rules in their order, and sees to it that none gets at the provider mail that a rule before it takes here. Where the
 * provider does not find all of that, mail is not thrown away there; what else is done, the kernel's own run puts right.
 */
export function translateRules<Translated>(
	rules: readonly ProviderRule[],
	{ isOrdered, translate, isCovered }: RuleTranslator<Translated>,
): TranslatedRule<Translated>[] {
	const covered = new Set<ProviderRule>();
	return rules.flatMap((rule, index): TranslatedRule<Translated>[] => {
		if (!rule.isNative) return [];
		const rivals = rules.slice(0, index).filter((one) => areRivals(one, rule));
		const inTheWay = isOrdered && !throwsAway(rule) ? undefined : rivals.find((one) => !covered.has(one));
		try {
			if (inTheWay !== undefined)
				throw new NativeRefusal(
					`“${inTheWay.name}” stands before this rule, and cannot be kept there in full. Put this rule before it.`,
				);
			const translated = translate(rule, rivals);
			if (isCovered(rule)) covered.add(rule);
			return [{ key: rule.key, translated }];
		} catch (cause) {
			if (cause instanceof NativeRefusal) return [{ key: rule.key, translated: cause }];
			throw cause;
		}
	});
}

function throwsAway({ actions: { move } }: ProviderRule): boolean {
	return move !== null && "role" in move && move.role !== "archive";
}

/** A message may fit both, and they do not do the same to it. */
function areRivals(one: ProviderRule, other: ProviderRule): boolean {
	return mayMeet(one, other) && !isSameAction(one.actions, other.actions);
}

function isSameAction(one: RuleActions, other: RuleActions): boolean {
	const shape = ({ move, labels, read, star }: RuleActions): string =>
		JSON.stringify([move && ("role" in move ? move.role : [move.folderId]), labels.toSorted(), read, star]);
	return shape(one) === shape(other);
}

/** False where two rules look for different senders. */
function mayMeet(one: ProviderRule, other: ProviderRule): boolean {
	return sendersOf(one).every((mine) =>
		sendersOf(other).every((theirs) => mine.some((a) => theirs.some((b) => fits(a, b)))),
	);
}

/** For each condition that tells the sender: addresses, and domains with an `@` in front. */
function sendersOf({ conditions }: ProviderRule): string[][] {
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
