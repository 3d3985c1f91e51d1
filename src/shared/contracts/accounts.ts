import { z } from "zod";
import { defineContract } from "../contract.ts";
import { providerKinds } from "../providers.ts";
import { job, jobState } from "./jobs.ts";

const providerKind = z.enum(providerKinds);
export const folderRole = z.enum(["inbox", "sent", "drafts", "spam", "trash", "archive", "custom"]);
export type FolderRoleName = z.infer<typeof folderRole>;

/** Access the user granted when connecting. */
export const access = z.enum(["full", "read"]);

const capabilities = z.object({
	labels: z.boolean(),
	folders: z.boolean(),
	serverRules: z.boolean(),
	push: z.boolean(),
	send: z.boolean(),
	quota: z.boolean(),
	threadIds: z.boolean(),
	categories: z.boolean(),
	append: z.boolean(),
	/** False for Gmail until the user grants it (`extras` of the consent). */
	permanentDelete: z.boolean(),
	/** New mail arrives. */
	receives: z.boolean(),
	remote: z.boolean(),
});

/** A mail server that does not respond to changes of mail. */
export const serverWait = z.object({
	/** Its host, or the provider's name. */
	server: z.string(),
	since: z.string(),
	/** Changes to emails that it has not made yet. */
	changes: z.number(),
});
export type ServerWait = z.infer<typeof serverWait>;

export const account = z.object({
	id: z.uuid(),
	provider: providerKind,
	/** The address, or the file name. */
	name: z.string(),
	email: z.string().nullable(),
	/** `disconnected`: stored mail stays readable; nothing is fetched or changed. */
	status: z.enum(["connected", "needs_sign_in", "error", "disconnected"]),
	syncStatus: z.enum(["idle", "syncing", "failed"]),
	lastSyncAt: z.string().nullable(),
	lastError: z.string().nullable(),
	/** In all folders, with spam and trash. */
	totalEmails: z.number(),
	/** Without spam and trash: what screens call its emails. */
	keptEmails: z.number(),
	unreadEmails: z.number(),
	sizeBytes: z.number(),
	/** Day of the newest received email in UTC, as `2026-05-31`; null: there is none. */
	newestDay: z.string().nullable(),
	/** `read`: the user granted read-only access; nothing can be changed at the provider. */
	access,
	capabilities,
	/** While changes wait for its server; null: it responds, or nothing waits. */
	waiting: serverWait.nullable(),
	createdAt: z.string(),
});
export type Account = z.infer<typeof account>;

export const folder = z.object({
	id: z.string(),
	accountId: z.uuid(),
	name: z.string(),
	role: folderRole,
	total: z.number(),
	unread: z.number(),
});
export type Folder = z.infer<typeof folder>;

export const provider = z.object({
	kind: providerKind,
	/** False: it needs keys that the operator has not set, or arrives in a later version. */
	available: z.boolean(),
	capabilities: capabilities.nullable(),
});

const host = z.string().trim().min(1).max(253);
const port = z.number().int().min(1).max(65_535);

export const mailServer = z.object({
	host,
	port,
	/** `tls`: implicit TLS (RFC 8314); `starttls`: upgraded before authentication; `none`: plain text. */
	security: z.enum(["tls", "starttls", "none"]),
	/** PEM certificate trusted for this server only, such as a self-signed one. */
	certificate: z.string().max(20_000).optional(),
});
export type MailServer = z.infer<typeof mailServer>;

/** ManageSieve server (RFC 5804) that can store rules. */
export const sieveServer = z.object({ host, port });

const password = z.string().min(1).max(1000);
const username = z.string().trim().min(1).max(320);

/** Connection settings. Servers that are omitted are discovered from the address. */
export const imapConnection = z.object({
	email: z.email().max(254),
	/** When updating: omit to keep the stored password, unless it would be sent to a different server. */
	password: password.optional(),
	/** Omitted: what the discovered servers expect, else the address. */
	username: username.optional(),
	imap: mailServer.optional(),
	/** Null: the account cannot send. Uses the user name and password of `imap` unless it has its own. */
	smtp: mailServer.extend({ username: username.nullish(), password: password.optional() }).nullable().optional(),
	/** Display name of the account; omitted: the address. */
	name: z.string().trim().min(1).max(200).optional(),
});

export const discovered = z.object({
	/** Where the settings come from: the built-in table of common providers, DNS, or the domain's autoconfig file. */
	source: z.enum(["common", "srv", "autoconfig"]).nullable(),
	providerName: z.string().nullable(),
	/** Null: not found, or not offered. */
	imap: mailServer.nullable(),
	/** With its own user name if that differs. */
	smtp: mailServer.extend({ username: z.string().nullable() }).nullable(),
	sieve: sieveServer.nullable(),
	/** User name for this address. */
	username: z.string().nullable(),
	/** Whether the provider requires an app password, and where to create one; null: unknown. */
	appPassword: z.object({ required: z.boolean(), url: z.string().nullable() }).nullable(),
	/** What the user must know before the form can work: "Tuta offers no IMAP." */
	note: z.string().nullable(),
});
export type Discovered = z.infer<typeof discovered>;

/** An account's stored connection; never includes passwords. */
export const connection = z.object({
	email: z.string(),
	username: z.string(),
	imap: mailServer,
	smtp: mailServer.extend({ username: z.string().nullable() }).nullable(),
	sieve: sieveServer.nullable(),
	name: z.string(),
});
export type Connection = z.infer<typeof connection>;

/** What triggered a sync: a user, the schedule, a push from the mail server, or the first sync of a new mailbox. */
export const syncTrigger = z.enum(["user", "schedule", "push", "first"]);
export type SyncTrigger = z.infer<typeof syncTrigger>;

/** Result of one sync. */
export const syncRun = z.object({
	/** The job's id. */
	id: z.uuid(),
	/** `queued`: it was interrupted and will be retried. */
	state: jobState,
	/** Null while it runs. */
	trigger: syncTrigger.nullable(),
	startedAt: z.string(),
	finishedAt: z.string().nullable(),
	seconds: z.number().nullable(),
	added: z.number(),
	changed: z.number(),
	removed: z.number(),
	/** Entries that could not be read at all. */
	skippedCount: z.number(),
	/** Messages among the added ones that were stored incomplete. */
	damaged: z.number(),
	error: z.string().nullable(),
	/** Current step while it runs. */
	note: z.string().nullable(),
});
export type SyncRun = z.infer<typeof syncRun>;

const id = z.object({ id: z.uuid() });
const started = z.object({ account, job });
const folderId = z.string().min(1).max(1000);
const folderName = z.string().trim().min(1).max(200);

const faults = ["host", "port", "tls", "password", "app-password", "not-mail", "timeout", "refused-account"];
const connectionProblems = [
	...faults.flatMap((fault) => [`cannot-connect-${fault}`, `cannot-send-${fault}`]),
	"servers-not-found",
	"already-connected",
	"not-supported",
	"plan-limit",
];

export const accountsContract = defineContract({
	listProviders: {
		method: "GET",
		path: "/api/v1/providers",
		summary: "List mailbox providers and whether this server can connect them",
		reply: z.object({ items: z.array(provider) }),
	},
	listAccounts: {
		method: "GET",
		path: "/api/v1/accounts",
		summary: "List connected mailboxes",
		reply: z.object({ items: z.array(account) }),
	},
	startDemo: {
		method: "POST",
		path: "/api/v1/accounts/demo",
		summary: "Create the demo mailbox, or return the existing one",
		reply: started,
		status: 202,
	},
	resetDemo: {
		method: "POST",
		path: "/api/v1/accounts/{id}/reset",
		summary: "Reset a demo mailbox",
		params: id,
		reply: started,
		status: 202,
	},
	discoverImap: {
		method: "POST",
		path: "/api/v1/accounts/imap/discover",
		summary: "Discover the mail servers of an address",
		body: z.object({ email: z.email().max(254) }),
		reply: discovered,
	},
	connectImap: {
		method: "POST",
		path: "/api/v1/accounts/imap",
		summary: "Connect an IMAP mailbox; the problem's code identifies the cause of a failure",
		body: imapConnection.required({ password: true }),
		reply: started,
		status: 202,
		problems: connectionProblems,
	},
	getConnection: {
		method: "GET",
		path: "/api/v1/accounts/{id}/connection",
		summary: "Get a mailbox's server settings, without passwords",
		params: id,
		reply: connection,
		problems: ["not-supported"],
	},
	updateConnection: {
		method: "PUT",
		path: "/api/v1/accounts/{id}/connection",
		summary: "Update a mailbox's server settings or password, or reconnect it",
		params: id,
		body: imapConnection,
		reply: started,
		status: 202,
		problems: [...connectionProblems, "password-needed"],
	},
	importMbox: {
		method: "POST",
		path: "/api/v1/accounts/mbox",
		summary:
			"Import a mail file: mbox, mbox.gz, eml, msg, or a Takeout zip or tgz; the body is the file, or name an upload",
		query: z.object({
			/** The file name; already known when `upload` is given. */
			filename: z.string().min(1).max(255).optional(),
			upload: z.uuid().optional(),
			/** Add to this mailbox instead of creating one named after the file. */
			account: z.uuid().optional(),
		}),
		bytes: true,
		reply: started,
		status: 202,
		problems: ["not-a-mail-file", "upload-incomplete", "storage-quota"],
	},
	deleteAccount: {
		method: "DELETE",
		path: "/api/v1/accounts/{id}",
		summary: "Disconnect a mailbox and delete its stored data",
		params: id,
	},
	syncAccount: {
		method: "POST",
		path: "/api/v1/accounts/{id}/sync",
		summary: "Sync now, or resume an interrupted import",
		params: id,
		reply: z.object({ job }),
		status: 202,
	},
	listSyncs: {
		method: "GET",
		path: "/api/v1/accounts/{id}/syncs",
		summary: "List past syncs, newest first, without automatic ones that found nothing",
		params: id,
		query: z.object({
			limit: z.coerce.number().int().min(1).max(200).default(50),
			cursor: z.string().max(200).optional(),
		}),
		reply: z.object({ items: z.array(syncRun), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	listFolders: {
		method: "GET",
		path: "/api/v1/accounts/{id}/folders",
		summary: "List folders with their counts",
		params: id,
		reply: z.object({ items: z.array(folder) }),
	},
	createFolder: {
		method: "POST",
		path: "/api/v1/accounts/{id}/folders",
		summary: "Create a folder; `/` in its name separates levels",
		params: id,
		body: z.object({ name: folderName }),
		reply: folder,
		status: 201,
		problems: ["not-supported", "bad-name", "folder-exists", "read-only", "refused"],
	},
	renameFolder: {
		method: "PATCH",
		path: "/api/v1/accounts/{id}/folders",
		summary: "Rename a folder and its subfolders",
		params: id,
		body: z.object({ folder: folderId, name: folderName }),
		reply: folder,
		problems: ["not-supported", "bad-name", "folder-exists", "folder-in-use", "read-only", "refused"],
	},
	deleteFolder: {
		method: "DELETE",
		path: "/api/v1/accounts/{id}/folders",
		summary: "Move a folder's messages to Trash (can be undone), then delete the folder",
		params: id,
		query: z.object({ folder: folderId }),
		reply: z.object({
			job,
			/** The operation that moves the messages, for undo; null: the folder is empty. */
			operationId: z.uuid().nullable(),
			/** Number of messages moved. */
			count: z.number(),
		}),
		status: 202,
		problems: ["not-supported", "folder-in-use", "read-only", "refused"],
	},
	getQuota: {
		method: "GET",
		path: "/api/v1/accounts/{id}/quota",
		summary: "Get a mailbox's quota at its server, in bytes",
		params: id,
		/** Null: the server does not report it, or cannot be reached. */
		reply: z.object({ usedBytes: z.number().nullable(), limitBytes: z.number().nullable() }),
	},
	listLabels: {
		method: "GET",
		path: "/api/v1/accounts/{id}/labels",
		summary: "List labels in use with their counts",
		params: id,
		reply: z.object({ items: z.array(z.object({ name: z.string(), total: z.number() })) }),
	},
});

export const upload = z.object({
	id: z.uuid(),
	filename: z.string(),
	sizeBytes: z.number(),
	/** Bytes received so far: resume from this offset. */
	offset: z.number(),
});

export const uploadsContract = defineContract({
	createUpload: {
		method: "POST",
		path: "/api/v1/uploads",
		summary: "Create a resumable upload",
		body: z.object({ filename: z.string().min(1).max(255), sizeBytes: z.number().int().min(1) }),
		reply: upload,
		status: 201,
		problems: ["storage-quota", "too-large", "too-many-uploads"],
	},
	listUploads: {
		method: "GET",
		path: "/api/v1/uploads",
		summary: "List unfinished uploads, oldest first",
		reply: z.object({ items: z.array(upload) }),
	},
	getUpload: {
		method: "GET",
		path: "/api/v1/uploads/{id}",
		summary: "Get an upload's progress",
		params: id,
		reply: upload,
	},
	appendUpload: {
		method: "PATCH",
		path: "/api/v1/uploads/{id}",
		summary: "Append bytes at the offset given in the Upload-Offset header",
		params: id,
		bytes: true,
		reply: upload,
		problems: ["wrong-offset"],
	},
	deleteUpload: {
		method: "DELETE",
		path: "/api/v1/uploads/{id}",
		summary: "Cancel an upload",
		params: id,
	},
});
