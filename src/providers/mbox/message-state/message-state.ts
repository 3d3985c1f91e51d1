/** Folder, flags, labels and thread of an imported message, from its header fields and file name. */

import type { FolderRole } from "#server/mail/provider/provider.ts";
import type { MessageFlags } from "#shared/mail/flags.ts";
import { readMboxStatus } from "#shared/mail/mbox-separator-state.ts";
import { trimEndOf } from "#shared/trim.ts";
import { folderNamed, readGmailLabels } from "./gmail-labels.ts";
import { stateFields } from "./header.ts";

export interface MessageState {
	folder: Exclude<FolderRole, "custom">;
	flags: MessageFlags;
	labels: string[];
	/** Gmail's thread id, when the export contains it. */
	threadId?: string;
}

/** Bits of `X-Mozilla-Status` (Thunderbird's mbox files), hexadecimal. */
const MOZILLA = { read: 0x0001, answered: 0x0002, flagged: 0x0004, expunged: 0x0008 };

/**
 * The folder that a file name denotes: `Sent.mbox`, `Gesendet.mbox/mbox`, `Inbox.sbd/Drafts`; else the inbox.
 * @param name file name or path inside an archive, used only as a hint
 */
export function folderFromName(name: string): MessageState["folder"] {
	const levels = name.split(/[/\\]/).reverse();
	// A saved message is named after its subject; its directory counts.
	if (/\.(?:eml|msg)$/i.test(levels[0] ?? "")) levels.shift();
	for (const level of levels) {
		const bare = level.replace(/\.(?:gz|zip|tgz|tar)$/i, "").replace(/\.(?:mbox|mbx|eml|sbd)$/i, "");
		const folder = folderNamed(bare.replace(/_/g, " ")) ?? visibleFolder(withoutNumber(bare));
		if (folder) return folder;
		// Apple Mail names the directory: `Sent.mbox/mbox`. Higher levels have other meanings.
		if (!/^(?:mbox|messages?)$/i.test(bare)) break;
	}
	return "inbox";
}

/** A numbered file ("spam-2") is no evidence that its mail should be where people do not look for it. */
function visibleFolder(name: string): MessageState["folder"] | null {
	const folder = folderNamed(name);
	return folder === "spam" || folder === "trash" ? null : folder;
}

/** Strips the number of a repeated download: `Sent-1`, `Sent (2)`. */
function withoutNumber(name: string): string {
	const open = trimEndOf(name.endsWith(")") ? name.slice(0, -1) : name, "0123456789");
	if (open === name || (name.endsWith(")") && open.length === name.length - 1)) return name;
	return trimEndOf(open.endsWith("(") ? open.slice(0, -1) : open, "-_ ");
}

/**
 * @param raw the message
 * @param name of the file that contains it
 * @param separator the separator line; in our own exports it contains the message state, which overrides the header
 */
export function messageStateOf(raw: Buffer, name: string, separator: string | null = null): MessageState {
	const fields = stateFields(raw);
	const threadId = /^\d{1,20}$/.exec(fields.get("x-gm-thrid") ?? "")?.[0];
	const gmail = fields.get("x-gmail-labels");
	const thread = threadId ? { threadId } : {};
	const exported = separator === null ? null : readMboxStatus(separator);
	if (exported !== null) {
		return { ...exported, ...thread };
	}
	if (gmail !== undefined) {
		const { folder, labels, read, starred, important } = readGmailLabels(gmail);
		return { folder, flags: { read, starred, important, answered: false }, labels, ...thread };
	}
	const status = (fields.get("status") ?? "").toUpperCase();
	const xStatus = (fields.get("x-status") ?? "").toUpperCase();
	const mozilla = Number.parseInt(fields.get("x-mozilla-status") ?? "0", 16) || 0;
	const has = (bit: number): boolean => (mozilla & bit) !== 0;
	const named = folderFromName(name);
	const deleted = xStatus.includes("D") || has(MOZILLA.expunged);
	const folder = deleted ? "trash" : xStatus.includes("T") ? "drafts" : named;
	return {
		folder,
		flags: {
			read: status.includes("R") || has(MOZILLA.read) || folder === "sent" || folder === "drafts",
			starred: xStatus.includes("F") || has(MOZILLA.flagged),
			important: false,
			answered: xStatus.includes("A") || has(MOZILLA.answered),
		},
		labels: [],
		...thread,
	};
}
