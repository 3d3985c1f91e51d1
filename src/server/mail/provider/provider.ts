/**
 * What the kernel asks of a mailbox, whatever stands behind it.
 *
 * The kernel owns this interface; each folder in `src/providers` implements it and passes the one
 * conformance suite (`src/providers/conformance.ts`). Code asks for a capability, never for a vendor.
 * Expected failures are the typed errors of `provider-errors.ts`; anything else is a bug.
 */

import type { Category } from "#shared/mail/categories.ts";
import type { ProviderRules } from "./rules.ts";

export type ProviderKind = "gmail" | "outlook" | "imap" | "mbox" | "demo";

/** The part a folder plays (RFC 6154 special use, plus `inbox`); folders people make are `custom`. */
export type FolderRole = "inbox" | "sent" | "drafts" | "spam" | "trash" | "archive" | "custom";

export interface Capabilities {
	/** Messages can carry any number of labels besides their folder. */
	labels: boolean;
	/** Folders can be created and messages moved to custom ones. */
	folders: boolean;
	/** The provider runs rules itself when mail arrives. */
	serverRules: boolean;
	/** `watch` reports new mail without polling. */
	push: boolean;
	send: boolean;
	quota: boolean;
	/** The provider tells which messages belong together. */
	threadIds: boolean;
	/** The provider tells promotions, social and updates apart. */
	categories: boolean;
	/** A message can be put into a folder as it is. */
	append: boolean;
	/** A second look can find something new: false for a mailbox that only grows by upload. */
	remote: boolean;
}

export interface RemoteFolder {
	/** Stable within the account: a path, a label id or a role name. */
	id: string;
	/** What a person sees, decoded, with `/` between levels. */
	name: string;
	role: FolderRole;
}

/** IMAP's system flags that the product uses (RFC 9051 §2.3.2), plus `important` (RFC 8457). */
export interface Flags {
	read: boolean;
	starred: boolean;
	important: boolean;
	answered: boolean;
}

/** Where one message stands at the provider. */
export interface RemoteMessage {
	/** Stable and unique within the account. */
	id: string;
	folderId: string;
	flags: Flags;
	labels: string[];
	/** Set when the provider has `threadIds`. */
	threadId?: string;
	/** Where the provider put it; null: into none. Absent: it does not say. */
	category?: Category | null;
	/** When the provider received it, epoch milliseconds; absent: taken from the message itself. */
	receivedAt?: number;
	sizeBytes?: number;
	/** The whole message (RFC 5322 bytes) where the provider has it at hand; spares a `fetchMessages`. */
	raw?: Uint8Array;
	/**
	 * The header section alone (RFC 5322 bytes up to and with the empty line), where the listing brings it: the message
	 * is stored and shown with it, and its body follows behind.
	 */
	header?: Uint8Array;
	/** The key of a held message (see `ListOptions`) that this one is: its bytes are taken from there. */
	held?: string;
	/** Byte offset in the uploaded file, and what was wrong there, for damaged messages. */
	source?: { offset: number; damage?: string };
}

export interface ChangePage {
	/** New messages, and known ones whose folder, flags or labels changed. */
	messages: RemoteMessage[];
	/** Ids that are gone for good. */
	removed: string[];
	/** Opaque; hand it back to go on after exactly this page, also after a restart. */
	cursor: string;
	/** False when the caller has seen everything for now. */
	more: boolean;
	/** Progress of a first listing, in `unit`s; absent when unknown. */
	done?: number;
	total?: number;
	unit?: "messages" | "bytes";
	/** What a first listing takes at the least from here on, where the provider's quota says so. */
	secondsLeft?: number;
	/** Entries that were left out, with why: counted, never silent. */
	skipped?: SkippedEntry[];
}

/** Why an entry was left out: it cannot be read, or reading it would cost more than any real mail does. */
export type SkippedKind = "unreadable" | "empty" | "copy" | "overlap" | "limit";

export interface SkippedEntry {
	/** Bytes from the beginning of the (unpacked) file. */
	offset: number;
	reason: string;
	/** Absent: `unreadable`. */
	kind?: SkippedKind;
	/** Entries in a row that it stands for; absent: 1. */
	count?: number;
}

export interface FetchedMessage {
	id: string;
	raw: Uint8Array;
}

export interface FlagChange {
	read?: boolean;
	starred?: boolean;
	important?: boolean;
}

export interface LabelChange {
	add?: string[];
	remove?: string[];
}

/** A message to be put into a folder, with how it stands there. */
export interface AppendedMessage {
	folderId: string;
	/** RFC 5322 bytes. */
	raw: Uint8Array;
	flags: Flags;
	/** Where the provider has `labels`. */
	labels: string[];
	/** When it was received, epoch milliseconds; a provider may take the date that the message itself names. */
	receivedAt: number;
	/** The person wrote it: it can lie among what was sent. */
	isSent: boolean;
}

/** The outcome of a bulk change: ids not named succeeded. */
export interface ChangeResult {
	/** Messages that no longer exist at the provider. */
	missing: string[];
	/** Where the provider gives a moved message a new id (IMAP): old id to new id. */
	renamed: Record<string, string>;
	/** Messages of which the provider would have none of it, while it changed others; `why` in words for the person. */
	refused?: { ids: string[]; why: string };
}

/** What a person allows when connecting: everything the product does, or reading alone. */
export type Access = "full" | "read";

/** What a connection asks for beyond that, and only when the person wants it: rules at the provider. */
export type ConsentExtra = "serverRules";

/** What a person has consented to. */
export interface Consent {
	email: string;
	name: string | null;
	/** Address of the person's picture. */
	picture: string | null;
	/** What was really granted, which may be less than was asked for. */
	access: Access;
	/** Shaped by the provider; sealed by the kernel. */
	credentials: Record<string, unknown>;
	/** Not secret; shaped by the provider. */
	settings: Record<string, unknown>;
}

/** Connecting by consent at the provider: OAuth 2.0 authorization code (RFC 6749 §4.1) with PKCE (RFC 7636, S256). */
export interface ConsentFlow {
	/** Where the browser is sent. @param loginHint the address of an account that is connected again */
	address(request: {
		redirectUri: string;
		state: string;
		challenge: string;
		access: Access;
		/** Ignored where `access` includes them. */
		extras: readonly ConsentExtra[];
		loginHint?: string;
	}): string | Promise<string>;
	/** @throws ConsentFailed */
	finish(request: { code: string; redirectUri: string; verifier: string; signal: AbortSignal }): Promise<Consent>;
	/**
	 * Renews the account's token where it runs out within five minutes. @returns seconds that it still lasts
	 * @throws AuthExpired, Unavailable
	 */
	freshen(environment: ProviderEnvironment): Promise<number>;
}

export interface ListOptions {
	/** Messages that a page may have at most. */
	limit: number;
	signal: AbortSignal;
	/**
	 * Which of these messages the kernel has already: of those only the standing counts, so that a provider need not ask for
	 * their content when it lists a mailbox again. Absent: nothing is known.
	 */
	known?: (ids: string[]) => Promise<Set<string>>;
	/**
	 * What the person has here of these threads already, in an uploaded archive of this mailbox: a message that is one of
	 * these need not be fetched. Absent: there is none.
	 */
	held?: (threadIds: string[]) => Promise<ArchivedMessage[]>;
}

/** A message that the kernel has from elsewhere. */
export interface ArchivedMessage {
	/** For `RemoteMessage.held`. */
	key: string;
	/** Without angle brackets. */
	messageId: string;
	threadId: string;
}

/** An open connection to one account. Methods may run concurrently; `signal`s end them early. */
export interface ProviderSession {
	listFolders(): Promise<RemoteFolder[]>;
	/** @param cursor null for the whole mailbox, newest first where the provider can. */
	listChanges(cursor: string | null, options: ListOptions): Promise<ChangePage>;
	fetchMessages(ids: string[], parts: "headers" | "full", signal: AbortSignal): AsyncIterable<FetchedMessage>;
	setFlags(ids: string[], change: FlagChange): Promise<ChangeResult>;
	/** Needs capability `labels`. */
	setLabels(ids: string[], change: LabelChange): Promise<ChangeResult>;
	/** Also archives, trashes and restores: the kernel names the folder. */
	move(ids: string[], folderId: string): Promise<ChangeResult>;
	/** Permanent: the kernel calls it only when a person asked for exactly that. */
	destroy(ids: string[]): Promise<ChangeResult>;
	/** Needs capability `folders`. */
	createFolder?(name: string): Promise<RemoteFolder>;
	/**
	 * Needs capability `folders`; subfolders come along. @returns what `listFolders` shows of it now
	 * @throws Unsupported for a folder with a role
	 */
	renameFolder?(id: string, name: string): Promise<RemoteFolder>;
	/**
	 * Needs capability `folders`. The kernel moves the messages away first.
	 * @throws Unsupported for a folder with a role, and for one that still holds messages
	 */
	deleteFolder?(id: string): Promise<void>;
	/** Needs capability `send`: the whole message, RFC 5322 bytes. @returns the id of the copy in Sent, if any. */
	send?(raw: Uint8Array): Promise<{ id?: string }>;
	saveDraft?(raw: Uint8Array): Promise<{ id: string }>;
	/**
	 * Needs capability `append`: sends nothing, and runs no rules.
	 * @returns its id; null: the provider does not tell
	 * @throws NotFound for a folder that is none, Unsupported for a message that it does not take
	 */
	append?(message: AppendedMessage): Promise<{ id: string | null }>;
	/** Needs capability `serverRules`. */
	rules?: ProviderRules;
	/** Bytes. Needs capability `quota`. */
	quota?(): Promise<{ usedBytes: number; limitBytes: number | null }>;
	/**
	 * Needs capability `push`: calls back once it stands, and whenever a `listChanges` would find something. Lasts until the
	 * signal aborts.
	 * @throws what ended it before
	 */
	watch?(onChange: () => void, signal: AbortSignal): Promise<void>;
	close(): Promise<void>;
}

/**
 * What the kernel keeps for a provider that has no server of its own (and for cursors' side notes):
 * a small durable map per account. Keys are listed in byte order.
 */
export interface ProviderState {
	get(keys: string[]): Promise<Map<string, unknown>>;
	/** Entries with key > `after` that start with `prefix`, at most `limit`. */
	list(prefix: string, after: string, limit: number): Promise<[key: string, value: unknown][]>;
	/** A value of null deletes the key. Atomic. */
	put(entries: [key: string, value: unknown][]): Promise<void>;
}

/** A file that the kernel keeps for the account, such as an uploaded mbox. */
export interface StoredFile {
	id: string;
	/** As the person named it; never a path. */
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

/** What a provider allows within any window of so many seconds. */
export interface BudgetLimit {
	name: string;
	units: number;
	seconds: number;
	/** Whose requests count together: this account's, or everybody's on this server. */
	sharedBy: "account" | "server";
}

/** A budget for requests, counted together by every process and over restarts. */
export interface Budget {
	/**
	 * Spends units, and waits for them when need be.
	 * @throws RateLimited when that would take longer than a minute
	 */
	take(units: number, signal: AbortSignal): Promise<void>;
	/** The provider asked for quiet: nothing is spent for so many seconds. */
	pause(seconds: number): Promise<void>;
}

/** Everything a provider may use: the kernel hands it in, so a provider never touches the database. */
export interface ProviderEnvironment {
	account: ProviderAccount;
	state: ProviderState;
	/** Uploaded files in upload order. */
	files(): Promise<StoredFile[]>;
	/**
	 * The addresses of a host that a person named, after the kernel's rules on where the server may connect.
	 * Connect to one of these, never to the name, so that no second answer of the DNS slips past the rules.
	 * @throws CannotConnect with code `host` when there are none, or none that is allowed
	 */
	resolveHost(host: string): Promise<string[]>;
	/**
	 * The newest credentials, renewed when they are not fresh any more. Whatever the number of sessions and processes that
	 * ask at once, `renew` runs once and everybody gets its answer, which is stored.
	 */
	renewCredentials(
		isFresh: (credentials: Record<string, unknown>) => boolean,
		renew: (credentials: Record<string, unknown>) => Promise<Record<string, unknown>>,
	): Promise<Record<string, unknown>>;
	budget(limit: BudgetLimit): Budget;
	now(): number;
}

export interface Provider {
	kind: ProviderKind;
	capabilities: Capabilities;
	open(environment: ProviderEnvironment): Promise<ProviderSession>;
	/**
	 * For mailboxes made of uploaded files: why this file cannot be one, in words; null when it can, or when too little
	 * of it is there to tell.
	 * @param isWhole false: only its beginning has arrived yet
	 */
	examineFile?(file: StoredFile, isWhole: boolean, signal: AbortSignal): Promise<string | null>;
	/** For mailboxes that people connect by consenting at the provider. */
	consent?: ConsentFlow;
	/** What an account with these settings can do, where that is less than `capabilities`: one that only reads. */
	capabilitiesOf?(settings: Record<string, unknown>): Capabilities;
	/**
	 * For mailboxes that people connect by naming servers: tries everything that using the account will need, and
	 * changes nothing. The environment's account is not stored yet.
	 * @throws CannotConnect naming what is wrong
	 */
	examineConnection?(environment: ProviderEnvironment, signal: AbortSignal): Promise<void>;
	/** Revokes what was granted; called once when the person disconnects the account. */
	disconnect(environment: ProviderEnvironment): Promise<void>;
}
