/**
 * A user's changes to a mailbox that has no server, stored separately from the messages.
 *
 * A provider such as mbox reads messages from files that are never rewritten. Every change is stored in the account's
 * `ProviderState` and applied to the messages when they are listed. Each change of a message has a sequence number, so
 * that a listing can resume where it stopped.
 */

import type {
	ChangeResult,
	LabelChange,
	ProviderState,
	RemoteFolder,
	RemoteMessage,
} from "#server/mail/provider/provider.ts";
import type { FlagChange } from "#shared/mail/flags.ts";
import { createFolder, discardFolders, listCreated } from "./overlay-folders.ts";
import {
	change,
	changesSince,
	discardPatches,
	head,
	type OverlayChanges,
	patches,
	withAccountLock,
} from "./overlay-log.ts";
import { patched, withFlags, withLabels } from "./overlay-patch.ts";

/** Folders of every mailbox without a server; their ids are their roles. */
export const STANDARD_FOLDERS: readonly RemoteFolder[] = [
	{ id: "inbox", name: "Inbox", role: "inbox" },
	{ id: "sent", name: "Sent", role: "sent" },
	{ id: "drafts", name: "Drafts", role: "drafts" },
	{ id: "spam", name: "Spam", role: "spam" },
	{ id: "trash", name: "Trash", role: "trash" },
	{ id: "archive", name: "Archive", role: "archive" },
];

export interface Overlay {
	/** Sequence number of the newest change; 0 when there is none. */
	head(): Promise<number>;
	/** Messages with the user's changes applied; destroyed ones are omitted. */
	apply(base: RemoteMessage[]): Promise<RemoteMessage[]>;
	/** Ids must exist; destroyed ones are returned as missing. Idempotent. */
	setFlags(ids: string[], change: FlagChange): Promise<ChangeResult>;
	setLabels(ids: string[], change: LabelChange): Promise<ChangeResult>;
	/** The folder is not checked: the provider knows which ones exist. */
	move(ids: string[], folderId: string): Promise<ChangeResult>;
	destroy(ids: string[]): Promise<ChangeResult>;
	/** At most `limit` changes after `seq`, oldest first; each message appears once, at its latest change. */
	changesSince(seq: number, limit: number): Promise<OverlayChanges>;
	/** Folders the user created. */
	folders(): Promise<RemoteFolder[]>;
	/** The same name returns the same folder. @throws NotFound when the cleaned name is empty */
	createFolder(name: string): Promise<RemoteFolder>;
	/** Discards all changes and folders; the affected messages appear as changed. */
	reset(): Promise<void>;
}

/** Applies a user's changes to the messages of a provider without a server. One writer per account at a time. */
export function createOverlay(state: ProviderState): Overlay {
	return {
		head: () => head(state),
		async apply(base) {
			// Most mailboxes are read once before anything is changed.
			if (base.length === 0 || (await head(state)) === 0) return base;
			const ids = base.map((message) => message.id);
			const found = await patches(state, ids);
			return base.flatMap((message) => {
				const patch = found.get(message.id);
				if (!patch) return [message];
				return patch.destroyed ? [] : [patched(message, patch)];
			});
		},
		setFlags: (ids, flags) => change(state, ids, (patch) => withFlags(patch, flags)),
		setLabels: (ids, labels) => change(state, ids, (patch) => withLabels(patch, labels)),
		move: (ids, folder) => change(state, ids, (patch) => (patch.folder === folder ? patch : { ...patch, folder })),
		destroy: (ids) => change(state, ids, (patch) => ({ seq: patch.seq, destroyed: true })),
		changesSince: (seq, limit) => changesSince(state, seq, limit),
		folders: () => listCreated(state),
		createFolder: (name) => createFolder(state, name),
		reset: () =>
			withAccountLock(state, async () => {
				await discardPatches(state);
				await discardFolders(state);
			}),
	};
}
