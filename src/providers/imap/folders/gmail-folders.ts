/**
 * Gmail's extensions (https://developers.google.com/workspace/gmail/imap/imap-extensions): a message is stored in All Mail,
 * Spam or Trash, and appears in every folder that one of its labels names. Here each message is listed once, from these
 * three folders; its labels determine whether it is in the inbox, sent or a draft.
 */

import type { ImapFlow, ListResponse } from "imapflow";
import { decodePath } from "imapflow/lib/tools.js";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { readFlags } from "../state/flags.ts";

/** Paths of Gmail's folders, whose names are localized. */
export interface GmailPaths {
	/** All Mail. */
	all: string;
	trash: string;
	inbox: string;
	sent: string | undefined;
	drafts: string | undefined;
}

/** @returns null for other servers, and when the user hides All Mail from IMAP clients */
export function gmailPaths(client: ImapFlow, listed: readonly ListResponse[]): GmailPaths | null {
	if (!client.capabilities.has("X-GM-EXT-1")) return null;
	const pathOf = (use: string): string | undefined => listed.find(({ specialUse }) => specialUse === use)?.path;
	const [all, trash] = [pathOf("\\All"), pathOf("\\Trash")];
	if (all === undefined || trash === undefined) return null;
	return { all, trash, inbox: "INBOX", sent: pathOf("\\Sent"), drafts: pathOf("\\Drafts") };
}

/** Folder, flags and labels of a message in All Mail. */
export function stateInGmail(
	{ all, inbox, sent, drafts }: GmailPaths,
	message: { flags?: Set<string>; labels?: Set<string> },
	client: ImapFlow,
): Pick<RemoteMessage, "folderId" | "flags" | "labels"> {
	const names = [...(message.labels ?? [])];
	const has = (name: string): boolean => names.some((label) => label.toLowerCase() === name);
	const folderId = has("\\inbox") ? inbox : has("\\draft") ? drafts : has("\\sent") ? sent : all;
	const labels = names.filter((name) => !name.startsWith("\\")).map((name) => decodePath(client, name));
	return { folderId: folderId ?? all, flags: readFlags([...(message.flags ?? []), ...names]), labels };
}
