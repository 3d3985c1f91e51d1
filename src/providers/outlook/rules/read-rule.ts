import type { RemoteRule, RuleActions, RuleCondition } from "#server/mail/provider/rules.ts";
import type { MessageRule, Recipient } from "../api/resources.ts";

/** An inbox rule as our rule; null when it has parts that our rules cannot express. @param folders of the account, by id */
export function ruleOf(
	{ conditions, exceptions, actions }: MessageRule,
	folders: ReadonlyMap<string, string>,
): RemoteRule["rule"] {
	const included = conditionsOf(withoutEmpty(conditions), false);
	const excluded = conditionsOf(withoutEmpty(exceptions), true);
	const done = actionsOf(withoutEmpty(actions), folders);
	if (included === null || excluded === null || done === null || included.length === 0) return null;
	return { conditions: [...included, ...excluded], actions: done };
}

/** The rule as a list of its parts. */
export function textOf({ conditions, exceptions, actions }: MessageRule): string {
	const listed = (part: MessageRule["conditions"]): string =>
		Object.entries(withoutEmpty(part))
			.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
			.join(", ");
	const excluded = listed(exceptions);
	return `${listed(conditions)}${excluded === "" ? "" : ` except ${excluded}`} → ${listed(actions)}`;
}

/** Without empty properties. */
export function withoutEmpty(part: Record<string, unknown> | null | undefined): Record<string, unknown> {
	const isExpressible = (value: unknown): boolean =>
		value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
	return Object.fromEntries(
		Object.entries(part ?? {})
			.filter(([name, value]) => !name.startsWith("@") && isExpressible(value))
			.map(([name, value]) => [name, /Addresses$/.test(name) ? addressesOf(value as Recipient[]) : value])
			.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
	);
}

function addressesOf(people: readonly Recipient[]): string[] {
	return people.map(({ emailAddress }) => emailAddress?.address?.toLowerCase() ?? "");
}

function conditionsOf(part: Record<string, unknown>, not: boolean): RuleCondition[] | null {
	const found = Object.entries(part).map(([name, value]) => conditionOf(name, value, not));
	return found.includes(null) ? null : (found as RuleCondition[]);
}

function conditionOf(name: string, value: unknown, not: boolean): RuleCondition | null {
	const texts = Array.isArray(value) ? value.map(String) : [];
	if (name === "fromAddresses") return { about: "from", addresses: texts, domains: [], texts: [], not };
	if (name === "sentToAddresses") return { about: "to", addresses: texts, domains: [], texts: [], not };
	if (name === "subjectContains") return { about: "subject", texts, not };
	if (name === "bodyOrSubjectContains") return { about: "anywhere", texts, not };
	if (name === "hasAttachments") return { about: "attachment", not };
	if (name === "withinSizeRange") {
		const { minimumSize, maximumSize } = value as { minimumSize?: number | null; maximumSize?: number | null };
		return typeof minimumSize === "number" && !maximumSize ? { about: "larger", bytes: minimumSize * 1024, not } : null;
	}
	return name === "senderContains" ? senders(texts, not) : null;
}

/** Texts that are domains or addresses are treated as such. */
function senders(values: readonly string[], not: boolean): RuleCondition {
	const found = {
		about: "from" as const,
		addresses: [] as string[],
		domains: [] as string[],
		texts: [] as string[],
		not,
	};
	for (const value of values) {
		if (/^@[^@\s]+\.[^@\s.]+$/.test(value)) found.domains.push(value.slice(1).toLowerCase());
		else if (/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(value)) found.addresses.push(value.toLowerCase());
		else found.texts.push(value);
	}
	return found;
}

function actionsOf(part: Record<string, unknown>, folders: ReadonlyMap<string, string>): RuleActions | null {
	const { moveToFolder, delete: isDeleted, markAsRead, assignCategories, stopProcessingRules: _, ...others } = part;
	if (Object.keys(others).length > 0) return null;
	const labels = Array.isArray(assignCategories) ? assignCategories.map(String) : [];
	const move = isDeleted === true ? { role: "trash" as const } : locationOf(moveToFolder, folders);
	return move === undefined ? null : { move, labels, read: markAsRead === true, star: false };
}

/** @returns undefined for an unknown folder */
function locationOf(id: unknown, folders: ReadonlyMap<string, string>): RuleActions["move"] | undefined {
	if (typeof id !== "string") return null;
	const role = folders.get(id);
	if (role === undefined) return undefined;
	return role === "archive" || role === "spam" || role === "trash" ? { role } : { folderId: id };
}
