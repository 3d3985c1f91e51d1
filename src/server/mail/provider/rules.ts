/**
 * Native rules, which a provider runs itself when mail arrives: how the kernel asks for them, and how a provider lists
 * them.
 */

import type { FolderRole } from "./provider.ts";

/** What a rule matches. Case-insensitive. */
export type RuleTest =
	/**
	 * The sender, or a recipient in To or Cc, has one of these addresses, or an address in one of these domains or their
	 * subdomains (all lower case), or one of these texts in its name or address.
	 */
	| { about: "from" | "to"; addresses: string[]; domains: string[]; texts: string[] }
	/**
	 * One of these texts occurs in the subject, or anywhere in the message: whole words next to each other; a single word
	 * also matches as a prefix.
	 */
	| { about: "subject" | "anywhere"; texts: string[] }
	/** It came from one of these lists: List-Id (RFC 2919), without angle brackets. */
	| { about: "list"; ids: string[] }
	| { about: "larger"; bytes: number }
	| { about: "attachment" };

/** `not`: the test must fail. */
export type RuleCondition = RuleTest & { not: boolean };

export interface RuleActions {
	/** Target: the folder with this role, or this folder; null: the message is not moved. */
	move: { role: Extract<FolderRole, "archive" | "trash" | "spam"> } | { folderId: string } | null;
	/** By name. */
	labels: string[];
	read: boolean;
	star: boolean;
}

/** A rule as the provider is to have it. All of its conditions must match; there is at least one. */
export interface ProviderRule {
	/** The kernel's key of the rule; stable. */
	key: string;
	/** Display name, where the provider shows names. */
	name: string;
	conditions: RuleCondition[];
	actions: RuleActions;
	/** False: the rule runs here only. The provider must not have it, and must not take the mail it matches. */
	isNative: boolean;
}

/** The outcome for one rule. */
export type RuleOutcome =
	/** The provider has it. `difference`: where it differs in meaning there, for the user. */
	| { key: string; state: "applied"; id: string; difference: string | null }
	/** The provider does not have it, because it cannot express or does not accept it. */
	| { key: string; state: "refused"; reason: string }
	/** Someone changed or deleted it at the provider since it was written, and it was left like that. */
	| { key: string; state: "changed" | "deleted" };

/** A rule that the provider has. */
export interface RemoteRule {
	/** The provider's id. */
	id: string;
	/** The kernel's key, for a rule that it wrote; null: created elsewhere. */
	key: string | null;
	/** For the kernel's rules: differs from what was written. */
	isChanged: boolean;
	/** Empty where the provider has no names. */
	name: string;
	isEnabled: boolean;
	/** Null: it cannot be expressed here. */
	rule: Pick<ProviderRule, "conditions" | "actions"> | null;
	/** Its definition in the provider's own format. */
	text: string;
	/** The text is a whole Sieve script (RFC 5228), which may contain several rules. */
	isSieve: boolean;
}

/**
 * The rules of an open account, written as a set because some providers have one script for all of them. The provider
 * records in the account's state what it wrote, so that it never touches a rule created elsewhere, and removes what it
 * wrote when the user disconnects the account.
 */
export interface ProviderRules {
	/**
	 * Makes the provider have exactly these rules of the kernel's; none: removes them all. The first matching rule acts,
	 * later ones do not. A rule may do less than it says, never more, unless a note says so. Idempotent: a repeated call
	 * completes an interrupted one. A rule that was changed or deleted at the provider stays that way, unless it also
	 * changed here since it was written, or is in `again`.
	 * @returns the outcome of each native rule, in the same order
	 */
	apply(rules: readonly ProviderRule[], again: ReadonlySet<string>, signal: AbortSignal): Promise<RuleOutcome[]>;
	/** All rules that the provider has for this account, the kernel's and others, in its order. */
	list(signal: AbortSignal): Promise<RemoteRule[]>;
}

/** What a provider cannot express or does not accept; `message` is for the user. */
export class NativeRuleError extends Error {
	override name = "NativeRuleError";
}

/** How a provider translates rules. */
export interface RuleTranslator<Translated> {
	/** Only the first matching rule acts; otherwise all do. */
	isOrdered: boolean;
	/**
	 * @param rivals earlier rules that may match the same message and do something else
	 * @throws NativeRuleError
	 */
	translate(rule: ProviderRule, rivals: readonly ProviderRule[]): Translated;
	/** The provider matches everything that the rule asks for, or more. */
	isCovered(rule: ProviderRule): boolean;
}

export interface TranslatedRule<Translated> {
	key: string;
	translated: Translated | NativeRuleError;
}

/**
 * Translates rules in order, and makes sure that at the provider none acts on mail that an earlier rule takes here.
 * Where the provider does not match all of the earlier rule's mail, a later rule that discards mail is refused; the
 * kernel's own run corrects the result of other actions.
 */
export function translateRules<Translated>(
	rules: readonly ProviderRule[],
	{ isOrdered, translate, isCovered }: RuleTranslator<Translated>,
): TranslatedRule<Translated>[] {
	const covered = new Set<ProviderRule>();
	return rules.flatMap((rule, index): TranslatedRule<Translated>[] => {
		if (!rule.isNative) return [];
		const rivals = rules.slice(0, index).filter((one) => areRivals(one, rule));
		const blocker = isOrdered && !deletesMail(rule) ? undefined : rivals.find((one) => !covered.has(one));
		try {
			if (blocker !== undefined)
				throw new NativeRuleError(
					`“${blocker.name}” comes before this rule and can't run fully at the provider. Move this rule above it.`,
				);
			const translated = translate(rule, rivals);
			if (isCovered(rule)) covered.add(rule);
			return [{ key: rule.key, translated }];
		} catch (cause) {
			if (cause instanceof NativeRuleError) return [{ key: rule.key, translated: cause }];
			throw cause;
		}
	});
}

function deletesMail({ actions: { move } }: ProviderRule): boolean {
	return move !== null && "role" in move && move.role !== "archive";
}

/** A message may match both, and their actions differ. */
function areRivals(one: ProviderRule, other: ProviderRule): boolean {
	return mayMeet(one, other) && !isSameAction(one.actions, other.actions);
}

function isSameAction(one: RuleActions, other: RuleActions): boolean {
	const shape = ({ move, labels, read, star }: RuleActions): string =>
		JSON.stringify([move && ("role" in move ? move.role : [move.folderId]), labels.toSorted(), read, star]);
	return shape(one) === shape(other);
}

/** False where two rules match different senders. */
function mayMeet(one: ProviderRule, other: ProviderRule): boolean {
	return sendersOf(one).every((mine) =>
		sendersOf(other).every((theirs) => mine.some((a) => theirs.some((b) => fits(a, b)))),
	);
}

/** For each condition on the sender: addresses, and domains with a leading `@`. */
function sendersOf({ conditions }: ProviderRule): string[][] {
	return conditions.flatMap((condition) =>
		condition.about === "from" && !condition.not && condition.texts.length === 0
			? [[...condition.addresses, ...condition.domains.map((domain) => `@${domain}`)]]
			: [],
	);
}

const fits = (a: string, b: string): boolean => a === b || isUnder(a, b) || isUnder(b, a);

/** Whether an address or a domain is in the domain or its subdomains. */
function isUnder(value: string, domain: string): boolean {
	if (!domain.startsWith("@")) return false;
	const at = value.slice(value.lastIndexOf("@") + 1);
	return at === domain.slice(1) || at.endsWith(`.${domain.slice(1)}`);
}
