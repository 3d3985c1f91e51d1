import { z } from "zod";
import { defineContract } from "../contract.ts";
import { account } from "./accounts.ts";
import { job } from "./jobs.ts";

/** What a person has decided, kept with the person; what belongs to one browser is kept in that. */
export const preferences = z.object({
	/** A mail when a mailbox stops syncing, at most once a day for each; needs SMTP_URL. */
	mailOnFailedSync: z.boolean(),
});
export type Preferences = z.infer<typeof preferences>;

const exportState = z.enum(["running", "ready", "failed", "expired"]);

/** One archive of everything that a person has here. Named so because `export` is a word of the language. */
export const dataExport = z.object({
	id: z.uuid(),
	state: exportState,
	/** The job that writes it. */
	jobId: z.uuid(),
	/** Bytes of the archive; 0 until it is ready. */
	sizeBytes: z.number(),
	messages: z.number(),
	createdAt: z.string(),
	/** From then on it cannot be downloaded any more. */
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
			/** Whether the server can send mail of its own. */
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
			/** Your own e-mail address, typed. */
			confirm: z.string().max(320),
		}),
		problems: ["not-confirmed", "operator-has-people"],
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
