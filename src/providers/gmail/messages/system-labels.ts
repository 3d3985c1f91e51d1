import type { RemoteFolder, RemoteMessage } from "#server/mail/provider/provider.ts";
import type { FlagChange, MessageFlags, SettableFlag } from "#shared/mail/flags.ts";

/**
 * Gmail has only labels, and some of them act as folders
 * (https://developers.google.com/workspace/gmail/api/guides/labels). A message with several of these is in the first.
 */
const FOLDER_LABELS = [
	{ id: "TRASH", name: "Trash", role: "trash" },
	{ id: "SPAM", name: "Spam", role: "spam" },
	{ id: "DRAFT", name: "Drafts", role: "drafts" },
	{ id: "INBOX", name: "Inbox", role: "inbox" },
	{ id: "SENT", name: "Sent", role: "sent" },
] as const satisfies readonly RemoteFolder[];

/** Messages without any of them: Gmail shows them under All Mail only. No label has this id. */
const ARCHIVE = { id: "ARCHIVE", name: "Archive", role: "archive" } as const satisfies RemoteFolder;

export const FOLDERS: readonly RemoteFolder[] = [...FOLDER_LABELS, ARCHIVE];

/** Labels that only Gmail itself adds and removes. */
export const FIXED: readonly string[] = ["SENT", "DRAFT"];

/** Old chats are listed among the messages. They are not mail. */
export const CHAT = "CHAT";

const CATEGORIES: Record<string, NonNullable<RemoteMessage["category"]>> = {
	CATEGORY_PERSONAL: "primary",
	CATEGORY_SOCIAL: "social",
	CATEGORY_PROMOTIONS: "promotions",
	CATEGORY_UPDATES: "updates",
	CATEGORY_FORUMS: "forums",
};

/** The flags that Gmail keeps, as labels. `isOpposite`: a message without the flag has the label. */
const FLAG_LABELS: Partial<Record<SettableFlag, { label: string; isOpposite: boolean }>> = {
	read: { label: "UNREAD", isOpposite: true },
	starred: { label: "STARRED", isOpposite: false },
	important: { label: "IMPORTANT", isOpposite: false },
};
const flagLabels = Object.entries(FLAG_LABELS) as [SettableFlag, { label: string; isOpposite: boolean }][];

/** The flags that Gmail keeps. */
export const KEPT_FLAGS: readonly SettableFlag[] = flagLabels.map(([flag]) => flag);

/** System labels that determine a message's state here. */
export const STATE_LABELS: readonly string[] = [
	...FOLDER_LABELS.map(({ id }) => id),
	...flagLabels.map(([, { label }]) => label),
	CHAT,
	...Object.keys(CATEGORIES),
];

export function folderOf(labelIds: readonly string[]): string {
	return FOLDER_LABELS.find(({ id }) => labelIds.includes(id))?.id ?? ARCHIVE.id;
}

/** Gmail does not report which messages were answered. */
export function flagsOf(labelIds: readonly string[]): MessageFlags {
	const flags: MessageFlags = { answered: false };
	for (const [flag, { label, isOpposite }] of flagLabels) flags[flag] = labelIds.includes(label) !== isOpposite;
	return flags;
}

/** Label changes that set or clear flags; those that Gmail does not keep are left out. */
export function differenceForFlags(change: FlagChange): LabelDifference {
	const difference: LabelDifference = { add: [], remove: [] };
	for (const [flag, { label, isOpposite }] of flagLabels) {
		const value = change[flag];
		if (value !== undefined) difference[value === isOpposite ? "remove" : "add"].push(label);
	}
	return difference;
}

export function categoryOf(labelIds: readonly string[]): RemoteMessage["category"] {
	const [id = ""] = labelIds.filter((one) => one in CATEGORIES);
	return CATEGORIES[id] ?? null;
}

export interface LabelDifference {
	add: string[];
	remove: string[];
}

/** Label changes that move a message to a folder; sent messages and drafts keep their label. @returns null for an unknown folder */
export function differenceFor(folderId: string): LabelDifference | null {
	if (!FOLDERS.some(({ id }) => id === folderId)) return null;
	const isLabel = folderId !== ARCHIVE.id && !FIXED.includes(folderId);
	return {
		add: isLabel ? [folderId] : [],
		remove: ["INBOX", "SPAM", "TRASH"].filter((id) => id !== folderId),
	};
}
