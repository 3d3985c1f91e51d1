/** Inbox rules (https://learn.microsoft.com/graph/api/resources/messagerule), as many of their parts as programs use. */

import { addressesIn, type LetterHead } from "../letters.ts";
import type { createFolders, OutlookFolder } from "./folders.ts";
import type { OutlookState } from "./mailbox.ts";

export interface MessageRule {
	id: string;
	displayName: string;
	sequence: number;
	isEnabled: boolean;
	conditions: Record<string, unknown>;
	actions: Record<string, unknown>;
}

/** Where new mail goes, and in which state. */
export function arrival(
	rules: Iterable<MessageRule>,
	head: LetterHead,
	folders: ReturnType<typeof createFolders>,
): Partial<OutlookState> & { folder: OutlookFolder } {
	const arriving: Partial<OutlookState> & { folder: OutlookFolder } = { folder: folders.find("inbox"), isRead: false };
	const inOrder = [...rules].filter(({ isEnabled }) => isEnabled).sort((a, b) => a.sequence - b.sequence);
	for (const { conditions, actions } of inOrder) {
		if (!meets(conditions, head)) continue;
		if (typeof actions.moveToFolder === "string") arriving.folder = folders.find(actions.moveToFolder);
		if (actions.delete === true) arriving.folder = folders.find("deleteditems");
		if (actions.markAsRead === true) arriving.isRead = true;
		if (Array.isArray(actions.assignCategories)) arriving.categories = actions.assignCategories.map(String);
		if (actions.markImportance === "high" || actions.markImportance === "low")
			arriving.importance = actions.markImportance;
		if (actions.stopProcessingRules === true) break;
	}
	return arriving;
}

function meets(conditions: Record<string, unknown>, head: LetterHead): boolean {
	const from = head.first("from").toLowerCase();
	const contains = (text: string, wanted: unknown) =>
		!Array.isArray(wanted) || wanted.some((part) => text.toLowerCase().includes(String(part).toLowerCase()));
	const fromAddresses = conditions.fromAddresses as { emailAddress: { address: string } }[] | undefined;
	return (
		contains(from, conditions.senderContains) &&
		contains(head.first("subject"), conditions.subjectContains) &&
		contains(head.fields.map(({ name, value }) => `${name}: ${value}`).join("\n"), conditions.headerContains) &&
		(fromAddresses?.some(({ emailAddress }) => addressesIn(from).includes(emailAddress.address.toLowerCase())) ?? true)
	);
}
