import { z } from "zod";
import { defineContract } from "../contract.ts";
import { job } from "./jobs.ts";

export const providerKind = z.enum(["gmail", "outlook", "imap", "mbox", "demo"]);
export type ProviderKindName = z.infer<typeof providerKind>;
export const folderRole = z.enum(["inbox", "sent", "drafts", "spam", "trash", "archive", "custom"]);
export type FolderRoleName = z.infer<typeof folderRole>;

const capabilities = z.object({
	labels: z.boolean(),
	folders: z.boolean(),
	serverRules: z.boolean(),
	push: z.boolean(),
	send: z.boolean(),
	quota: z.boolean(),
	threadIds: z.boolean(),
	categories: z.boolean(),
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

const id = z.object({ id: z.uuid() });
const started = z.object({ account, job });

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
		problems: ["not-a-mail-file", "upload-incomplete"],
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
	listFolders: {
		method: "GET",
		path: "/api/v1/accounts/{id}/folders",
		summary: "Folders with their counts",
		params: id,
		reply: z.object({ items: z.array(folder) }),
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
