import { z } from "zod";
import { defineContract } from "../contract.ts";
import { job, jobState } from "./jobs.ts";

export const providerKind = z.enum(["gmail", "outlook", "imap", "mbox", "demo"]);
export type ProviderKindName = z.infer<typeof providerKind>;
export const folderRole = z.enum(["inbox", "sent", "drafts", "spam", "trash", "archive", "custom"]);
export type FolderRoleName = z.infer<typeof folderRole>;

/** What a person allowed when connecting. */
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
	remote: z.boolean(),
});

export const account = z.object({
	id: z.uuid(),
	provider: providerKind,
	/** The address, or the file's name. */
	name: z.string(),
	email: z.string().nullable(),
	/** `disconnected`: its mail is kept to read, nothing is fetched or changed. */
	status: z.enum(["connected", "needs_sign_in", "error", "disconnected"]),
	syncStatus: z.enum(["idle", "syncing", "failed"]),
	lastSyncAt: z.string().nullable(),
	lastError: z.string().nullable(),
	totalEmails: z.number(),
	unreadEmails: z.number(),
	sizeBytes: z.number(),
	/** `read`: the person allowed reading alone; nothing at the provider can be changed. */
	access,
	capabilities,
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
	/** False: it needs keys that the operator has not set, or comes with a later version. */
	available: z.boolean(),
	capabilities: capabilities.nullable(),
});

const host = z.string().trim().min(1).max(253);
const port = z.number().int().min(1).max(65_535);

export const mailServer = z.object({
	host,
	port,
	/** `tls` from the first byte (RFC 8314), `starttls` before anything secret is said, `none`: in the clear. */
	security: z.enum(["tls", "starttls", "none"]),
	/** In PEM, trusted for this server alone: for one whose certificate no authority has signed. */
	certificate: z.string().max(20_000).optional(),
});
export type MailServer = z.infer<typeof mailServer>;

/** ManageSieve (RFC 5804): where rules may be kept at the server. */
export const sieveServer = z.object({ host, port });

const password = z.string().min(1).max(1000);
const username = z.string().trim().min(1).max(320);

/** What a connection is made of. Servers that are left out are looked for by the address. */
export const imapConnection = z.object({
	email: z.email().max(254),
	/** With an updated connection: left out keeps the one that is stored, unless it would go to another server. */
	password: password.optional(),
	/** Left out: as the servers found want it, else the address. */
	username: username.optional(),
	imap: mailServer.optional(),
	/** Null: this account only reads. Its user name and password are those of `imap` unless it names its own. */
	smtp: mailServer.extend({ username: username.nullish(), password: password.optional() }).nullable().optional(),
	/** What the account is called here; left out: the address. */
	name: z.string().trim().min(1).max(200).optional(),
});

export const discovered = z.object({
	/** Who said so: our own table of common providers, the domain's DNS, or the domain's own configuration file. */
	source: z.enum(["common", "srv", "autoconfig"]).nullable(),
	providerName: z.string().nullable(),
	/** Null: not found, or not offered. */
	imap: mailServer.nullable(),
	/** With its own user name where that is another one. */
	smtp: mailServer.extend({ username: z.string().nullable() }).nullable(),
	sieve: sieveServer.nullable(),
	/** For this address. */
	username: z.string().nullable(),
	/** The provider wants a password made for programs, and where to make one; null: nothing known. */
	appPassword: z.object({ required: z.boolean(), url: z.string().nullable() }).nullable(),
	/** What a person has to know before the form can work: "Tuta offers no IMAP." */
	note: z.string().nullable(),
});
export type Discovered = z.infer<typeof discovered>;

/** An account's connection as stored; passwords are never among it. */
export const connection = z.object({
	email: z.string(),
	username: z.string(),
	imap: mailServer,
	smtp: mailServer.extend({ username: z.string().nullable() }).nullable(),
	sieve: sieveServer.nullable(),
	name: z.string(),
});
export type Connection = z.infer<typeof connection>;

/** Why a sync ran: somebody asked, its time had come, the mail server told of something, or the mailbox is new. */
export const syncTrigger = z.enum(["person", "schedule", "push", "first"]);
export type SyncTrigger = z.infer<typeof syncTrigger>;

/** What one sync has done. */
export const syncRun = z.object({
	/** The job's. */
	id: z.uuid(),
	/** `queued`: it broke off and is tried again. */
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
	/** Of those added: kept, but not whole. */
	damaged: z.number(),
	error: z.string().nullable(),
	/** What is going on while it runs. */
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
];

export const accountsContract = defineContract({
	listProviders: {
		method: "GET",
		path: "/api/v1/providers",
		summary: "The kinds of mailbox and whether this server can connect them",
		reply: z.object({ items: z.array(provider) }),
	},
	listAccounts: {
		method: "GET",
		path: "/api/v1/accounts",
		summary: "Your connected mailboxes",
		reply: z.object({ items: z.array(account) }),
	},
	startDemo: {
		method: "POST",
		path: "/api/v1/accounts/demo",
		summary: "Start the demo mailbox, or find the one you have",
		reply: started,
		status: 202,
	},
	resetDemo: {
		method: "POST",
		path: "/api/v1/accounts/{id}/reset",
		summary: "Put a demo mailbox back to how it started",
		params: id,
		reply: started,
		status: 202,
	},
	discoverImap: {
		method: "POST",
		path: "/api/v1/accounts/imap/discover",
		summary: "Find the mail servers of an address",
		body: z.object({ email: z.email().max(254) }),
		reply: discovered,
	},
	connectImap: {
		method: "POST",
		path: "/api/v1/accounts/imap",
		summary: "Connect an IMAP mailbox; what stands in the way is named by the problem's code",
		body: imapConnection.required({ password: true }),
		reply: started,
		status: 202,
		problems: connectionProblems,
	},
	getConnection: {
		method: "GET",
		path: "/api/v1/accounts/{id}/connection",
		summary: "The servers that a mailbox is connected to, without its passwords",
		params: id,
		reply: connection,
		problems: ["not-supported"],
	},
	updateConnection: {
		method: "PUT",
		path: "/api/v1/accounts/{id}/connection",
		summary: "Change a mailbox's servers or password, or sign in to it again",
		params: id,
		body: imapConnection,
		reply: started,
		status: 202,
		problems: [...connectionProblems, "password-needed"],
	},
	importMbox: {
		method: "POST",
		path: "/api/v1/accounts/mbox",
		summary: "Import a mail file: mbox, mbox.gz, eml, or a Takeout zip or tgz; the body is the file, or name an upload",
		query: z.object({
			/** The file's name; with `upload` it is known already. */
			filename: z.string().min(1).max(255).optional(),
			upload: z.uuid().optional(),
			/** Add to this mailbox instead of the one named after the file. */
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
		summary: "Disconnect a mailbox and delete what is stored of it here",
		params: id,
	},
	syncAccount: {
		method: "POST",
		path: "/api/v1/accounts/{id}/sync",
		summary: "Look for changes now, or go on with an interrupted import",
		params: id,
		reply: z.object({ job }),
		status: 202,
	},
	listSyncs: {
		method: "GET",
		path: "/api/v1/accounts/{id}/syncs",
		summary: "What syncs have done, newest first; those that nobody asked for and that found nothing are left out",
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
		summary: "Folders with their counts",
		params: id,
		reply: z.object({ items: z.array(folder) }),
	},
	createFolder: {
		method: "POST",
		path: "/api/v1/accounts/{id}/folders",
		summary: "Make a folder; `/` in its name stands between levels",
		params: id,
		body: z.object({ name: folderName }),
		reply: folder,
		status: 201,
		problems: ["not-supported", "bad-name", "folder-exists", "read-only", "refused"],
	},
	renameFolder: {
		method: "PATCH",
		path: "/api/v1/accounts/{id}/folders",
		summary: "Rename a folder with the folders inside it",
		params: id,
		body: z.object({ folder: folderId, name: folderName }),
		reply: folder,
		problems: ["not-supported", "bad-name", "folder-exists", "folder-in-use", "read-only", "refused"],
	},
	deleteFolder: {
		method: "DELETE",
		path: "/api/v1/accounts/{id}/folders",
		summary: "Move a folder's messages to the trash, which can be undone, then delete the folder",
		params: id,
		query: z.object({ folder: folderId }),
		reply: z.object({
			job,
			/** The change that moves its messages, to undo it by; null: the folder is empty. */
			operationId: z.uuid().nullable(),
			/** How many messages that are. */
			count: z.number(),
		}),
		status: 202,
		problems: ["not-supported", "folder-in-use", "read-only", "refused"],
	},
	getQuota: {
		method: "GET",
		path: "/api/v1/accounts/{id}/quota",
		summary: "How full a mailbox is at its server, in bytes",
		params: id,
		/** Null: the server does not say, or cannot be reached. */
		reply: z.object({ usedBytes: z.number().nullable(), limitBytes: z.number().nullable() }),
	},
	listLabels: {
		method: "GET",
		path: "/api/v1/accounts/{id}/labels",
		summary: "Labels in use with their counts",
		params: id,
		reply: z.object({ items: z.array(z.object({ name: z.string(), total: z.number() })) }),
	},
});

export const upload = z.object({
	id: z.uuid(),
	filename: z.string(),
	sizeBytes: z.number(),
	/** How many bytes have arrived: go on from here. */
	offset: z.number(),
});

export const uploadsContract = defineContract({
	createUpload: {
		method: "POST",
		path: "/api/v1/uploads",
		summary: "Begin a resumable upload",
		body: z.object({ filename: z.string().min(1).max(255), sizeBytes: z.number().int().min(1) }),
		reply: upload,
		status: 201,
		problems: ["storage-quota", "too-large", "too-many-uploads"],
	},
	listUploads: {
		method: "GET",
		path: "/api/v1/uploads",
		summary: "Your unfinished uploads, oldest first",
		reply: z.object({ items: z.array(upload) }),
	},
	getUpload: {
		method: "GET",
		path: "/api/v1/uploads/{id}",
		summary: "How far an upload has come",
		params: id,
		reply: upload,
	},
	appendUpload: {
		method: "PATCH",
		path: "/api/v1/uploads/{id}",
		summary: "Send the next bytes; the header Upload-Offset says where they belong",
		params: id,
		bytes: true,
		reply: upload,
		problems: ["wrong-offset"],
	},
	deleteUpload: {
		method: "DELETE",
		path: "/api/v1/uploads/{id}",
		summary: "Give up an upload",
		params: id,
	},
});
