import { z } from "zod";
import { defineContract } from "../contract.ts";
import { defineSettings } from "../settings.ts";
import { account } from "./accounts.ts";
import { job } from "./jobs.ts";

/** Notifications by email; those of a browser are stored in the browser. */
export const notificationSettings = defineSettings({
	id: "notifications",
	schema: z.object({
		/** Email the user when a mailbox stops syncing, at most once a day per mailbox; needs SMTP_URL. */
		mailOnFailedSync: z.boolean().default(true),
	}),
});

/** How mail is shown to be read. */
export const readingSettings = defineSettings({
	id: "reading",
	schema: z.object({
		/** Senders whose remote images are shown without asking: addresses in lower case. */
		imagesFrom: z.array(z.string().max(320)).max(1000).default([]),
	}),
});

const search = z.string().max(1000);

/** Searches of the inbox that the user may want again, newest first. */
export const searchSettings = defineSettings({
	id: "searches",
	schema: z.object({
		recent: z.array(search).max(8).default([]),
		saved: z.array(search).max(50).default([]),
	}),
});

/** Values of a section by name; their types are those of the section's schema. */
const values = z.record(z.string(), z.unknown());

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
		summary: "Get settings by section, and the server features they depend on",
		session: true,
		reply: z.object({
			settings: z.record(z.string(), values),
			/** Whether the server can send system mail. */
			canMail: z.boolean(),
			isOperator: z.boolean(),
		}),
	},
	updateSettings: {
		method: "PATCH",
		path: "/api/v1/settings/{section}",
		summary: "Update settings of a section",
		session: true,
		params: z.object({ section: z.string().max(100) }),
		body: values,
		/** All values of the section. */
		reply: z.object({ values }),
	},
	disconnectKeepingMail: {
		method: "POST",
		path: "/api/v1/accounts/{id}/disconnect",
		needsSpace: false,
		summary: "Disconnect a mailbox but keep its mail to read and search; it can be reconnected",
		session: true,
		params: id,
		reply: z.object({ account }),
		problems: ["not-supported"],
	},
	deleteMyAccount: {
		method: "POST",
		path: "/api/v1/me/delete",
		needsSpace: false,
		summary: "Permanently delete the user's account: ends all sessions and deletes all data",
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
		summary: "Export all data into one archive: mail as mbox, the rest as JSON",
		fresh: true,
		reply: z.object({ export: dataExport, job }),
		status: 202,
		problems: ["too-many-exports", "storage-quota"],
	},
	listExports: {
		method: "GET",
		path: "/api/v1/exports",
		summary: "List export archives, newest first",
		session: true,
		reply: z.object({ items: z.array(dataExport) }),
	},
	downloadExport: {
		method: "GET",
		path: "/api/v1/exports/{id}/archive",
		summary: "Download an export archive (.tar.gz) until it expires; supports Range",
		session: true,
		params: id,
		raw: "application/gzip",
		problems: ["export-not-ready", "export-expired"],
	},
	deleteExport: {
		method: "DELETE",
		path: "/api/v1/exports/{id}",
		summary: "Delete an export archive, or cancel the export",
		session: true,
		params: id,
	},
});
