/**
 * Gmail's extensions (https://developers.google.com/workspace/gmail/imap/imap-extensions): one message lies in All
 * Mail, in Spam or in Trash, and shows in every folder that one of its labels names. Here each message is listed once,
 * by the three places; whether it is in the inbox, sent or a draft is told by its labels.
 */

import type { ImapFlow, ListResponse } from "imapflow";
import { decodePath } from "imapflow/lib/tools.js";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { readFlags } from "./flags.ts";

/** Paths of Gmail's folders, whose names have the person's language. */
export interface GmailPaths {
	/** All Mail. */
	all: string;
	trash: string;
	inbox: string;
	sent: string | undefined;
	drafts: string | undefined;
}

/** @returns null for other servers, and where the person hides All Mail from mail programs */
export function gmailPaths(client: ImapFlow, listed: readonly ListResponse[]): GmailPaths | null {
	if (!client.capabilities.has("X-GM-EXT-1")) return null;
	const pathOf = (use: string): string | undefined => listed.find(({ specialUse }) => specialUse === use)?.path;
	const [all, trash] = [pathOf("\\All"), pathOf("\\Trash")];
	if (all === undefined || trash === undefined) return null;
	return { all, trash, inbox: "INBOX", sent: pathOf("\\Sent"), drafts: pathOf("\\Drafts") };
}

/** Where a message in All Mail is, and how it stands. */
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
