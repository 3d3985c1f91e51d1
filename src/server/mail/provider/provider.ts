/**
 * The interface between the kernel and a mailbox of any kind.
 * The kernel owns this interface; each folder in `src/providers` implements it and passes the one conformance suite
 * (`src/providers/conformance.ts`). Code asks for a capability, never for a vendor. Expected failures are the typed
 * errors of `errors.ts`; anything else is a bug.
 */

import type { Category } from "#shared/mail/categories.ts";
import type { MessageFlags, SettableFlag } from "#shared/mail/flags.ts";
import type { ProviderKind } from "#shared/providers.ts";
import type { Budget, BudgetLimit } from "./budget.ts";
import type { ConsentFlow } from "./consent.ts";
import type { Sample } from "./sample.ts";
import type { SendingLimits } from "./sending.ts";
import type { ProviderSession } from "./session.ts";
import type { Webhook } from "./webhook.ts";

export type { ProviderKind };

/** The role of a folder (RFC 6154 special use, plus `inbox`); folders that users create are `custom`. */
export type FolderRole = "inbox" | "sent" | "drafts" | "spam" | "trash" | "archive" | "custom";

export interface Capabilities {
	/** Messages can carry any number of labels besides their folder. */
	labels: boolean;
	/** Folders can be created and messages moved to custom ones. */
	folders: boolean;
	/** The provider itself runs rules when mail arrives. */
	serverRules: boolean;
	/** `watch` reports new mail without polling. */
	push: boolean;
	send: boolean;
	quota: boolean;
	/** The provider assigns messages to threads. */
	threadIds: boolean;
	/** The provider assigns promotions, social and updates. */
	categories: boolean;
	/** A message can be appended to a folder as is. */
	append: boolean;
	/** Messages can be deleted permanently; otherwise the trash is the end. */
	permanentDelete: boolean;
	/** New mail arrives: the account is watched, and its new mail is filtered and screened. */
	receives: boolean;
	/** Syncing again can find something new: false for an account that only grows by upload. */
	remote: boolean;
	/** The flags that it keeps; absent: all that users change. */
	flags?: readonly SettableFlag[];
}

export interface RemoteFolder {
	/** Stable within the account: a path, a label id or a role name. */
	id: string;
	/** Display name, decoded, with `/` between levels. */
	name: string;
	role: FolderRole;
}

/** One message at the provider, with its message state. */
export interface RemoteMessage {
	/** Stable and unique within the account. */
	id: string;
	folderId: string;
	flags: MessageFlags;
	labels: string[];
	/** Set when the provider has `threadIds`. */
	threadId?: string;
	/** The category the provider assigned; null: none. Absent: the provider does not report it. */
	category?: Category | null;
	/** When the provider received it, epoch milliseconds; absent: taken from the message itself. */
	receivedAt?: number;
	sizeBytes?: number;
	/** The whole message (RFC 5322 bytes) where the listing includes it; saves a `fetchMessages`. */
	raw?: Uint8Array;
	/**
	 * The header section alone (RFC 5322 bytes up to and including the empty line), where the listing includes it: the
	 * message is stored and shown with it, and its body is fetched afterwards.
	 */
	header?: Uint8Array;
	/** The key of the archived message (see `ListOptions`) that equals this one: its bytes are taken from there. */
	archiveKey?: string;
	/** Byte offset in the uploaded file, and what is damaged there, for damaged messages. */
	source?: { offset: number; damage?: string };
}

export interface ChangePage {
	/** New messages, and known ones whose folder, flags or labels changed. */
	messages: RemoteMessage[];
	/** Ids of permanently deleted messages. */
	removed: string[];
	/** Opaque; pass it back to continue after exactly this page, also after a restart. */
	cursor: string;
	/**
	 * False when there is nothing more for now. True with a cursor that was there before, or with more messages than the
	 * mailbox holds, is a listing without an end, and refused (`sync/status/listing-progress.ts`).
	 */
	more: boolean;
	/** Progress of a first listing, in `unit`s; absent when unknown. */
	done?: number;
	total?: number;
	unit?: "messages" | "bytes";
	/** Minimum remaining time of a first listing, where the provider's quota determines it. */
	secondsLeft?: number;
	/** Entries that were skipped, with the reason. */
	skipped?: SkippedEntry[];
}

/** Why an entry was skipped: it is unreadable, or reading it would cost more than any real message does. */
export type SkippedKind = "unreadable" | "empty" | "copy" | "overlap" | "limit";

export interface SkippedEntry {
	/** Byte offset in the (unpacked) file. */
	offset: number;
	reason: string;
	/** Absent: `unreadable`. */
	kind?: SkippedKind;
	/** Number of consecutive entries that it represents; absent: 1. */
	count?: number;
}

export interface FetchedMessage {
	id: string;
	raw: Uint8Array;
}

/** What the user did with a message. */
export type AnswerKind = "reply" | "reply_all" | "forward";

export interface LabelChange {
	add?: string[];
	remove?: string[];
}

/** A message to be appended to a folder, with its message state. */
export interface AppendedMessage {
	folderId: string;
	/** RFC 5322 bytes. */
	raw: Uint8Array;
	flags: MessageFlags;
	/** Where the provider has `labels`. */
	labels: string[];
	/** When it was received, epoch milliseconds; a provider may use the message's own date instead. */
	receivedAt: number;
	/** The user wrote it: it may be filed as sent mail. */
	isSent: boolean;
}

/** Copies of a draft in Drafts: all with its Message-ID, and the one with an id. */
export interface DraftReference {
	/** Without angle brackets. */
	messageId: string;
	/** As `saveDraft` or a listing returned it; null: unknown. */
	id: string | null;
}

/** The outcome of a bulk change: ids not named succeeded. */
export interface ChangeResult {
	/** Messages that no longer exist at the provider. */
	missing: string[];
	/** Where the provider gives a moved message a new id (IMAP): old id to new id. */
	renamed: Record<string, string>;
	/** Messages that the provider refused while it changed others; `reason` is for the user. */
	refused?: { ids: string[]; reason: string };
}

/** What a user grants when connecting: everything the product does, or reading only. */
export type Access = "full" | "read";

export interface ListOptions {
	/** Maximum number of messages per page. */
	limit: number;
	signal: AbortSignal;
	/**
	 * Which of these messages the kernel already has: only their message state is needed, so a provider need not fetch
	 * their content when it lists an account again. Absent: nothing is known.
	 */
	known?: (ids: string[]) => Promise<Set<string>>;
	/**
	 * What an uploaded archive of this account already has of these threads: such a message need not be fetched. Absent:
	 * there is no archive.
	 */
	archived?: (threadIds: string[]) => Promise<ArchivedMessage[]>;
}

/** A message that the kernel has from an archive. */
export interface ArchivedMessage {
	/** For `RemoteMessage.archiveKey`. */
	key: string;
	/** Without angle brackets. */
	messageId: string;
	threadId: string;
}

/**
 * A small durable map per account, for providers without their own server and for data that accompanies cursors.
 * Keys are listed in byte order.
 */
export interface ProviderState {
	get(keys: string[]): Promise<Map<string, unknown>>;
	/** Entries with key > `after` that start with `prefix`, at most `limit`. */
	list(prefix: string, after: string, limit: number): Promise<[key: string, value: unknown][]>;
	/** A value of null deletes the key. Atomic. */
	put(entries: [key: string, value: unknown][]): Promise<void>;
}

/** A file stored for the account, such as an uploaded mbox. */
export interface StoredFile {
	id: string;
	/** The file name as the user gave it; never a path. */
	name: string;
	/** Absolute path of the kernel's own copy, or of a file on the server that the operator named. */
	path: string;
	sizeBytes: number;
}

export interface ProviderAccount {
	id: string;
	/** Not secret; shaped by the provider. */
	settings: Record<string, unknown>;
	/** Decrypted secrets, shaped by the provider. */
	credentials: Record<string, unknown> | null;
}

/** Everything a provider may use: the kernel passes it in, so a provider never touches the database. */
export interface ProviderEnvironment {
	account: ProviderAccount;
	state: ProviderState;
	/** Uploaded files in upload order. */
	files(): Promise<StoredFile[]>;
	/**
	 * The IP addresses of a host that a user named, filtered by the kernel's rules on where the server may connect.
	 * Connect to one of these, never to the name, so that a second DNS answer cannot bypass the rules.
	 * @throws CannotConnect with code `host` when there are none, or none that is allowed
	 */
	resolveHost(host: string): Promise<string[]>;
	/**
	 * The newest credentials, renewed when they are stale. However many sessions and processes call it concurrently,
	 * `renew` runs once and its stored result is returned to all.
	 */
	renewCredentials(
		isFresh: (credentials: Record<string, unknown>) => boolean,
		renew: (credentials: Record<string, unknown>) => Promise<Record<string, unknown>>,
	): Promise<Record<string, unknown>>;
	budget(limit: BudgetLimit): Budget;
	now(): number;
}

/** Whose Authentication-Results (RFC 8601) are trusted: those of the server that received the message for the account. */
export interface ReceivingServer {
	/** Organizational domains of its authserv-ids. */
	domains: string[];
	/** It omits its authserv-id. */
	isUnnamed: boolean;
}

/** The senders of an account's mail, where they are not on the internet: the demo's. */
export interface LocalSenders {
	/** TXT records of a DNS name, each as its character strings; empty when there are none. */
	txt(name: string): string[][];
	/** Response to a one-click request (RFC 8058); null: the host doesn't respond. */
	postOneClick(url: string): { status: number; text: string } | null;
}

export interface Provider {
	kind: ProviderKind;
	capabilities: Capabilities;
	open(environment: ProviderEnvironment): Promise<ProviderSession>;
	/**
	 * For accounts made of uploaded files: why this file cannot be imported, for the user; null when it can, or when too
	 * little has arrived to decide.
	 * @param isComplete false: only its beginning has arrived
	 */
	inspectFile?(file: StoredFile, isComplete: boolean, signal: AbortSignal): Promise<string | null>;
	/** Where the provider reports changes; absent: this server receives none. */
	webhook?: Webhook;
	/** For accounts that are connected by OAuth consent. */
	consent?: ConsentFlow;
	/** Capabilities of an account with these settings, where they are fewer than `capabilities`: a read-only one. */
	capabilitiesOf?(settings: Record<string, unknown>): Capabilities;
	/**
	 * For accounts that are connected by server name: tests everything that the account will need, and changes nothing.
	 * The environment's account is not stored yet.
	 * @throws CannotConnect naming what is wrong
	 */
	testConnection?(environment: ProviderEnvironment, signal: AbortSignal): Promise<void>;
	/**
	 * Which server received the account's mail, where it reports results for all of it; null or absent: it is learned from
	 * the mailbox.
	 */
	receivingServerOf?(settings: Record<string, unknown>): ReceivingServer | null;
	/** Answer in place of the DNS and of list servers; absent: senders are on the internet. */
	senders?: LocalSenders;
	/** Makes the mail of a mailbox created at `base` (epoch milliseconds): the kernel prepares it ahead of time. */
	sample?(base: number): Omit<Sample, "sizes">;
	/** The sender of mail from accounts without an address: the demo's. */
	defaultAddress?: string;
	/** Needs capability `send`: the largest message (RFC 5322 bytes) that it sends; absent: unknown until it is tried. */
	maxMessageBytes?: number;
	/** Needs capability `send`; absent: no limits are documented. @param email the account's address */
	sendingLimits?(email: string): SendingLimits;
	/** The servers that hold the mail and that messages are given to, for the user; null or absent: none to wait for. */
	mailServerOf?(settings: Record<string, unknown>): string | null;
	sendingServerOf?(settings: Record<string, unknown>): string | null;
	/**
	 * Revokes the grant and removes what was set up at the provider, once the user disconnects the account.
	 * @param signal aborts when the caller stops waiting
	 */
	disconnect(environment: ProviderEnvironment, signal: AbortSignal): Promise<void>;
}
