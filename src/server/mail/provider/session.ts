/** An open connection to an account, in parts: code asks for the part that it needs. */

import type { FlagChange } from "#shared/mail/flags.ts";
import type {
	AnswerKind,
	AppendedMessage,
	ChangePage,
	ChangeResult,
	DraftReference,
	FetchedMessage,
	LabelChange,
	ListOptions,
	RemoteFolder,
} from "./provider.ts";
import type { ProviderRules } from "./rules.ts";
import type { Sample } from "./sample.ts";
import type { NewCopy, OutgoingMessage, SendOptions, SendResult, SentAnswer, SentQuery } from "./sending.ts";

/** What is in the mailbox. */
export interface MailReader {
	listFolders(): Promise<RemoteFolder[]>;
	/** @param cursor null for the whole account, newest first where the provider can */
	listChanges(cursor: string | null, options: ListOptions): Promise<ChangePage>;
	fetchMessages(ids: string[], parts: "headers" | "full", signal: AbortSignal): AsyncIterable<FetchedMessage>;
	/**
	 * Where the provider has `sample`: makes that sample this mailbox's mail, unless the mailbox has been listed before.
	 * @returns whether the mailbox has that mail, so that a listing may start with the sample's cursor
	 */
	startFromSample?(sample: Omit<Sample, "messages">): Promise<boolean>;
	/** Bytes; null: not known before the first listing. Needs capability `quota`. */
	quota?(): Promise<{ usedBytes: number; limitBytes: number | null } | null>;
}

/** Changes to messages and folders. */
export interface MailWriter {
	setFlags(ids: string[], change: FlagChange): Promise<ChangeResult>;
	/**
	 * Marks messages as answered (RFC 9051 §2.3.2) or forwarded (RFC 5788 §3). Absent: the provider keeps no such mark, or
	 * sets it itself.
	 */
	markAnswered?(ids: string[], answer: AnswerKind): Promise<ChangeResult>;
	/** Needs capability `labels`. */
	setLabels(ids: string[], change: LabelChange): Promise<ChangeResult>;
	/** Also archives, trashes and restores: the kernel names the folder. */
	move(ids: string[], folderId: string): Promise<ChangeResult>;
	/** Needs capability `permanentDelete`: the kernel calls it only when a user requested permanent deletion. */
	destroy(ids: string[]): Promise<ChangeResult>;
	/**
	 * Needs capability `append`: sends nothing, and triggers no rules.
	 * @returns its id; null: the provider does not return it
	 * @throws NotFound for an unknown folder, Unsupported for a message that the provider does not accept
	 */
	append?(message: AppendedMessage): Promise<{ id: string | null }>;
	/** Needs capability `folders`. */
	createFolder?(name: string): Promise<RemoteFolder>;
	/** Absent: folders stay as they were created. */
	folderEditor?: FolderEditor;
}

/** Changes to folders without a role. */
export interface FolderEditor {
	/**
	 * Subfolders move along.
	 * @returns the folder as `listFolders` shows it now
	 * @throws Unsupported for a folder with a role
	 */
	rename(id: string, name: string): Promise<RemoteFolder>;
	/**
	 * The kernel moves the messages away first.
	 * @throws Unsupported for a folder with a role, and for one that is not empty
	 */
	delete(id: string): Promise<void>;
}

/** Sending, and what was sent. */
export interface MailSender {
	/**
	 * A refusal of some or all recipients is a result, not an error.
	 * @throws DeliveryUncertain after `onSubmit`, when the outcome is unknown
	 * @throws RateLimited, Unavailable, AuthExpired, ReadOnly, Unsupported: nothing was sent
	 */
	send(message: OutgoingMessage, options: SendOptions): Promise<SendResult>;
	/** Looks for a message whose delivery is uncertain, in Sent and wherever else it leaves a trace. */
	findSent(query: SentQuery): Promise<SentAnswer>;
	/**
	 * Saves the copy in Sent, unless it is there. Absent: the provider does so when it sends.
	 * @returns its id; null: the provider does not report it
	 */
	saveSent?(message: NewCopy): Promise<{ id: string | null }>;
}

/** The copies of drafts in Drafts. */
export interface DraftFolder {
	/**
	 * Saves a draft.
	 * @param replaces copies that are removed once the new one is saved; absent: none
	 * @throws Unsupported for a message that the provider does not accept
	 */
	save(raw: Uint8Array, replaces?: DraftReference): Promise<{ id: string }>;
	/** Removes copies of a draft from Drafts, and nothing that is elsewhere. Idempotent. */
	remove(draft: DraftReference): Promise<void>;
}

/** Reports changes without polling by the kernel. */
export interface MailWatcher {
	/**
	 * Calls back once the connection is established, and whenever a `listChanges` would find something. Runs until the
	 * signal aborts.
	 * @throws what ended it before
	 */
	watch(onChange: () => void, signal: AbortSignal): Promise<void>;
}

/** An open connection to one account, in parts. Methods may run concurrently; `signal`s cancel them. */
export interface ProviderSession {
	reader: MailReader;
	writer: MailWriter;
	/** With capability `send`. */
	sender?: MailSender;
	/** Absent: drafts stay on this server. */
	drafts?: DraftFolder;
	/** With capability `serverRules`. */
	rules?: ProviderRules;
	/** With capability `push`. */
	watcher?: MailWatcher;
	close(): Promise<void>;
}
