import { z } from "zod";
import { defineContract } from "../contract.ts";
import { account } from "./accounts.ts";
import { job } from "./jobs.ts";

/** Preferences stored with the user; per-browser preferences are stored in the browser. */
export const preferences = z.object({
	/** Email the user when a mailbox stops syncing, at most once a day per mailbox; needs SMTP_URL. */
	mailOnFailedSync: z.boolean(),
});
export type Preferences = z.infer<typeof preferences>;

const exportState = z.enum(["running", "ready", "failed", "expired"]);

/** One archive with all of a user's data. Not named `export`, which is a reserved word. */
export const dataExport = z.object({
	id: z.uuid(),
	state: exportState,
	/** The job that writes it. */
	jobId: z.uuid(),
	/** Archive size in bytes; 0 until it is ready. */
	sizeBytes: z.number(),
	messages: z.number(),
	createdAt: z.string(),
	/** When the download expires. */
	expiresAt: z.string(),
	error: z.string().nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

const id = z.object({ id: z.uuid() });

export const settingsContract = defineContract({
	getSettings: {
		method: "GET",
		path: "/api/v1/settings",
		summary: "What you have decided, and what this server can do for it",
		session: true,
		reply: z.object({
			preferences,
			/** Whether the server can send system mail. */
			canMail: z.boolean(),
			isOperator: z.boolean(),
		}),
	},
	updateSettings: {
		method: "PATCH",
		path: "/api/v1/settings",
		summary: "Change some of what you have decided",
		session: true,
		body: preferences.partial(),
		reply: z.object({ preferences }),
	},
	disconnectKeepingMail: {
		method: "POST",
		path: "/api/v1/accounts/{id}/disconnect",
		needsSpace: false,
		summary: "Forget how to reach a mailbox and keep its mail here to read and search; it can be connected again",
		session: true,
		params: id,
		reply: z.object({ account }),
		problems: ["not-supported"],
	},
	deleteMyAccount: {
		method: "POST",
		path: "/api/v1/me/delete",
		needsSpace: false,
		summary: "Leave for good: ends every session now and deletes everything of yours",
		fresh: true,
		body: z.object({
			/** The user's own email address, typed to confirm. */
			confirm: z.string().max(320),
		}),
		problems: ["not-confirmed", "operator-has-users"],
	},
});

export const exportsContract = defineContract({
	createExport: {
		method: "POST",
		path: "/api/v1/exports",
		summary: "Write everything of yours into one archive: mail as mbox, the rest as JSON",
		fresh: true,
		reply: z.object({ export: dataExport, job }),
		status: 202,
		problems: ["too-many-exports", "storage-quota"],
	},
	listExports: {
		method: "GET",
		path: "/api/v1/exports",
		summary: "Your archives, newest first",
		session: true,
		reply: z.object({ items: z.array(dataExport) }),
	},
	downloadExport: {
		method: "GET",
		path: "/api/v1/exports/{id}/archive",
		summary: "The archive's bytes (.tar.gz), until it expires; takes a Range header",
		session: true,
		params: id,
		raw: "application/gzip",
		problems: ["export-not-ready", "export-expired"],
	},
	deleteExport: {
		method: "DELETE",
		path: "/api/v1/exports/{id}",
		summary: "Delete an archive, or stop writing it",
		session: true,
		params: id,
	},
});
