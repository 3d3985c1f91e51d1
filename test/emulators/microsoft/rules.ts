/** Inbox rules (https://learn.microsoft.com/graph/api/resources/messagerule), as far as programs use them. */

import { addressesIn, headOf, type MessageHeader, readable } from "../messages.ts";
import { GraphError } from "./errors.ts";
import type { createFolders, OutlookFolder } from "./folders.ts";
import type { OutlookState } from "./mailbox.ts";

export interface MessageRule {
	id: string;
	displayName: string;
	sequence: number;
	isEnabled: boolean;
	conditions: Record<string, unknown>;
	exceptions: Record<string, unknown>;
	actions: Record<string, unknown>;
}

type Folders = ReturnType<typeof createFolders>;
type Test = (value: never, incoming: IncomingMessage) => boolean;

interface IncomingMessage {
	head: MessageHeader;
	raw: Buffer;
}

/**
 * Size limit of all rules of a mailbox
 * (https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/outlook-on-the-web/increase-the-space-used-by-inbox-rules).
 */
const MAX_RULE_BYTES = 256 * 1024;

const ACTIONS = [
	...["moveToFolder", "copyToFolder", "delete", "permanentDelete", "markAsRead", "markImportance"],
	...["assignCategories", "forwardTo", "redirectTo", "forwardAsAttachmentTo", "stopProcessingRules"],
];

const field = (head: MessageHeader, name: string): string => readable({ name, value: head.first(name) }).toLowerCase();
const contains = (text: string, wanted: string[]): boolean => wanted.some((part) => text.includes(part.toLowerCase()));
const recipients = (head: MessageHeader): string => `${field(head, "to")}, ${field(head, "cc")}`;
const bodyOf = (raw: Buffer): string =>
	raw
		.toString("utf8")
		.split(/\r?\n\r?\n/)
		.slice(1)
		.join("\n\n")
		.toLowerCase();
type People = { emailAddress: { address: string } }[];
const named = (people: People): string[] => people.map(({ emailAddress }) => emailAddress.address.toLowerCase());

/** In a list, any entry may match. */
const TESTS: Record<string, Test> = {
	fromAddresses: (people: People, { head }) =>
		named(people).some((one) => addressesIn(field(head, "from")).includes(one)),
	sentToAddresses: (people: People, { head }) =>
		named(people).some((one) => addressesIn(recipients(head)).includes(one)),
	senderContains: (texts: string[], { head }) => contains(field(head, "from"), texts),
	recipientContains: (texts: string[], { head }) => contains(recipients(head), texts),
	subjectContains: (texts: string[], { head }) => contains(field(head, "subject"), texts),
	bodyContains: (texts: string[], { raw }) => contains(bodyOf(raw), texts),
	bodyOrSubjectContains: (texts: string[], { head, raw }) =>
		contains(field(head, "subject"), texts) || contains(bodyOf(raw), texts),
	headerContains: (texts: string[], { head }) =>
		contains(
			head.fields
				.map(({ name, value }) => `${name}: ${value}`)
				.join("\n")
				.toLowerCase(),
			texts,
		),
	hasAttachments: (wanted: boolean, { raw }) =>
		/^content-disposition:\s*attachment/im.test(raw.toString("latin1")) === wanted,
	withinSizeRange: ({ minimumSize, maximumSize }: { minimumSize?: number; maximumSize?: number }, { raw }) =>
		raw.length >= (minimumSize ?? 0) * 1024 && raw.length <= (maximumSize ?? Number.POSITIVE_INFINITY) * 1024,
	importance: (wanted: string, { head }) => (field(head, "importance") || "normal") === wanted,
};

/** @param others rules of the same mailbox @throws GraphError for rules that Graph rejects */
export function checkRule(rule: MessageRule, others: Iterable<MessageRule>, folders: Folders): MessageRule {
	const wrong = (message: string) => new GraphError(400, "ErrorInvalidRequest", message);
	if (rule.displayName === "" || Object.keys(rule.actions).length === 0)
		throw wrong("A rule needs a name and an action.");
	if (!(Number.isInteger(rule.sequence) && rule.sequence > 0)) throw wrong("The sequence is not valid.");
	for (const name of [...Object.keys(rule.conditions), ...Object.keys(rule.exceptions)])
		if (!Object.hasOwn(TESTS, name)) throw wrong(`The property '${name}' does not exist on messageRulePredicates.`);
	for (const name of Object.keys(rule.actions))
		if (!ACTIONS.includes(name)) throw wrong(`The property '${name}' does not exist on messageRuleActions.`);
	for (const name of ["moveToFolder", "copyToFolder"])
		if (typeof rule.actions[name] === "string") folders.find(rule.actions[name]);
	const bytes = [...others, rule].reduce((sum, one) => sum + JSON.stringify(one).length, 0);
	if (bytes > MAX_RULE_BYTES) throw new GraphError(400, "ErrorRulesOverQuota", "The rules are over quota.");
	return rule;
}

/** Folder and state of incoming mail. */
export function incomingState(
	rules: Iterable<MessageRule>,
	raw: Uint8Array,
	folders: Folders,
): Partial<OutlookState> & { folder: OutlookFolder } {
	const arriving: Partial<OutlookState> & { folder: OutlookFolder } = { folder: folders.find("inbox"), isRead: false };
	const incoming = { head: headOf(raw), raw: Buffer.from(raw) };
	const inOrder = [...rules].filter(({ isEnabled }) => isEnabled).sort((a, b) => a.sequence - b.sequence);
	for (const { conditions, exceptions, actions } of inOrder) {
		const holds = ([name, value]: [string, unknown]): boolean => TESTS[name]?.(value as never, incoming) ?? false;
		if (!Object.entries(conditions).every(holds) || Object.entries(exceptions).some(holds)) continue;
		if (typeof actions.moveToFolder === "string") {
			// A rule whose folder was deleted is in error and does nothing.
			if (!folders.all.has(actions.moveToFolder)) continue;
			arriving.folder = folders.find(actions.moveToFolder);
		}
		if (actions.delete === true) arriving.folder = folders.find("deleteditems");
		if (actions.markAsRead === true) arriving.isRead = true;
		if (Array.isArray(actions.assignCategories))
			arriving.categories = [...new Set([...(arriving.categories ?? []), ...actions.assignCategories.map(String)])];
		if (actions.markImportance === "high" || actions.markImportance === "low")
			arriving.importance = actions.markImportance;
		if (actions.stopProcessingRules === true) break;
	}
	return arriving;
}
