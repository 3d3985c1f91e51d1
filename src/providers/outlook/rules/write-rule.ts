/** Rules as Outlook inbox rules (https://learn.microsoft.com/graph/api/resources/messagerule). */

import {
	NativeRuleError,
	type ProviderRule,
	type RuleActions,
	type RuleCondition,
} from "#server/mail/provider/rules.ts";
import { brand } from "#shared/brand.ts";

/** The predicates used, of https://learn.microsoft.com/graph/api/resources/messagerulepredicates. */
interface RulePredicates {
	fromAddresses?: { emailAddress: { address: string } }[];
	sentToAddresses?: { emailAddress: { address: string } }[];
	senderContains?: string[];
	recipientContains?: string[];
	subjectContains?: string[];
	bodyOrSubjectContains?: string[];
	headerContains?: string[];
	hasAttachments?: boolean;
	/** Kilobytes. */
	withinSizeRange?: { minimumSize: number };
}

interface RuleFormActions {
	/** A folder's id. */
	moveToFolder?: string;
	delete?: boolean;
	assignCategories?: string[];
	markAsRead?: boolean;
	stopProcessingRules?: boolean;
}

/** A rule before it has an id and a sequence. */
export interface RuleForm {
	displayName: string;
	isEnabled: boolean;
	conditions: RulePredicates;
	exceptions: RulePredicates;
	actions: RuleFormActions;
}

/** Returns the id of the folder with a role. @throws NativeRuleError where there is none */
type FindFolder = (role: "archive" | "spam") => string;

const INSIDE_WORDS = "Outlook finds a text inside longer words, too.";
/** Shorter texts occur inside too many others. */
const MIN_LENGTH = 4;
/** Prefix of rule names at Outlook, so that users recognize them. */
const prefix = () => `${brand.name}: `;
const MAX_NAME_LENGTH = 200;

/**
 * All conditions must hold, one value of each is enough, and any exception prevents the rule.
 * @throws NativeRuleError
 */
export function ruleFormOf(rule: ProviderRule, folderOf: FindFolder): { form: RuleForm; note: string | null } {
	const conditions: RulePredicates = {};
	const exceptions: RulePredicates = {};
	for (const condition of rule.conditions) {
		if (condition.not) except(exceptions, condition);
		else require(conditions, exceptions, condition);
	}
	const hasTexts = rule.conditions.some((one) => "texts" in one && one.texts.length > 0 && !one.not);
	const form = {
		displayName: (prefix() + rule.name).slice(0, MAX_NAME_LENGTH),
		isEnabled: true,
		conditions,
		exceptions,
		actions: actionsOf(rule.actions, folderOf),
	};
	return { form, note: hasTexts ? INSIDE_WORDS : null };
}

/**
 * Whether the inbox rule matches at least what our rule matches: Outlook searches only subject and body, exceptions may
 * exclude more than our rule does, and senders with the domain in their display name are skipped.
 */
export function isCovered({ conditions }: ProviderRule): boolean {
	return conditions.every(({ about, not }) => !not && about !== "anywhere");
}

/** Each predicate can be used once: entries of two conditions would be combined with OR. @throws NativeRuleError */
function require(conditions: RulePredicates, exceptions: RulePredicates, condition: RuleCondition): void {
	for (const text of "texts" in condition ? condition.texts : [])
		if (text.length < MIN_LENGTH)
			throw new NativeRuleError(
				`Outlook would find “${text}” inside many other words: it is too short for a rule there.`,
			);
	const predicates = predicatesOf(condition);
	for (const name of Object.keys(predicates) as (keyof RulePredicates)[])
		if (conditions[name] !== undefined)
			throw new NativeRuleError("Outlook cannot ask for two such conditions in one rule.");
	Object.assign(conditions, predicates);
	// Outlook matches substrings, and `@example.co` is a prefix of `@example.com`.
	if ("domains" in condition) add(exceptions, NAMES[condition.about][1], condition.domains.flatMap(longerThan));
}

/** @throws NativeRuleError */
function except(exceptions: RulePredicates, condition: RuleCondition): void {
	if (condition.about === "larger") {
		if (exceptions.withinSizeRange !== undefined) throw new NativeRuleError("Outlook cannot leave out two sizes.");
		exceptions.withinSizeRange = { minimumSize: Math.floor(condition.bytes / KILOBYTE) };
	} else if (condition.about === "attachment") exceptions.hasAttachments = true;
	else if (condition.about === "anywhere")
		throw new NativeRuleError(
			"Outlook's rules look into subject and text alone, so that they leave out less than this one.",
		);
	else if ("domains" in condition) {
		const [people, texts] = NAMES[condition.about];
		add(exceptions, people, condition.addresses.map(recipient));
		add(exceptions, texts, [...condition.domains.flatMap(within), ...condition.texts]);
	} else add(exceptions, ...textsOf(condition));
}

/** Predicates for addresses, and for substrings of names and addresses. */
const NAMES = {
	from: ["fromAddresses", "senderContains"],
	to: ["sentToAddresses", "recipientContains"],
} as const;

function textsOf(
	condition: Extract<RuleCondition, { about: "subject" | "anywhere" | "list" }>,
): ["subjectContains" | "bodyOrSubjectContains" | "headerContains", string[]] {
	if ("ids" in condition) return ["headerContains", condition.ids.map((id) => `<${id}>`)];
	return [condition.about === "subject" ? "subjectContains" : "bodyOrSubjectContains", condition.texts];
}

/** @throws NativeRuleError */
function predicatesOf(condition: RuleCondition): RulePredicates {
	if (condition.about === "larger") return { withinSizeRange: { minimumSize: Math.ceil(condition.bytes / KILOBYTE) } };
	if (condition.about === "attachment") return { hasAttachments: true };
	if (!("domains" in condition)) {
		const [name, texts] = textsOf(condition);
		return { [name]: texts };
	}
	const [people, name] = NAMES[condition.about];
	const texts = [...condition.domains.flatMap(within), ...condition.texts];
	if (condition.addresses.length > 0 && texts.length > 0)
		throw new NativeRuleError("Outlook cannot ask for addresses or something else in one condition.");
	return texts.length > 0 ? { [name]: texts } : { [people]: condition.addresses.map(recipient) };
}

/** Any of the values prevents the rule. */
function add<Name extends keyof RulePredicates>(
	predicates: RulePredicates,
	name: Name,
	values: RulePredicates[Name] & unknown[],
): void {
	const before = (predicates[name] ?? []) as unknown[];
	if (values.length > 0) predicates[name] = [...before, ...values] as RulePredicates[Name];
}

/** A domain and its subdomains. */
const within = (domain: string): string[] => [`@${domain}`, `.${domain}`];

/**
 * Letters that may follow in a longer domain. Common ones have few longer variants (`.community`, `.network`, `.organic`),
 * and a mailbox's rules are limited to 256 kB together.
 */
const LONGER: Record<string, string> = { com: ".mps", net: ".bfw", org: ".a" };
const ANY_LONGER = ".abcdefghijklmnopqrstuvwxyz";

function longerThan(domain: string): string[] {
	const signs = LONGER[domain.slice(domain.lastIndexOf(".") + 1)] ?? ANY_LONGER;
	// `name.example.com@elsewhere.example` has this ending only in its local part.
	return [...within(domain).flatMap((text) => [...signs].map((sign) => text + sign)), `.${domain}@`];
}

const recipient = (address: string) => ({ emailAddress: { address } });

/** Outlook's size unit. */
const KILOBYTE = 1024;

/** @throws NativeRuleError */
function actionsOf({ move, labels, read, star }: RuleActions, folderOf: FindFolder): RuleFormActions {
	if (star) throw new NativeRuleError("Outlook's rules cannot star a message.");
	if (move === null && labels.length === 0 && !read) throw new NativeRuleError("Outlook has no rule that does this.");
	return {
		...locationOf(move, folderOf),
		...(labels.length > 0 && { assignCategories: labels }),
		...(read && { markAsRead: true }),
		stopProcessingRules: true,
	};
}

function locationOf(move: RuleActions["move"], folderOf: FindFolder): RuleFormActions {
	if (move === null) return {};
	if ("folderId" in move) return { moveToFolder: move.folderId };
	return move.role === "trash" ? { delete: true } : { moveToFolder: folderOf(move.role) };
}
