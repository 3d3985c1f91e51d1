import { z } from "zod";
import { defineContract } from "../contract.ts";

/** Bytes used on this server by a user's mail and files. */
export const storage = z.object({
	/** The sum of the others. */
	usedBytes: z.number(),
	/** Quota set by the operator; null: unlimited. */
	limitBytes: z.number().nullable(),
	/** Emails with their search index. */
	mailBytes: z.number(),
	/** Uploaded mail files that became mailboxes. */
	fileBytes: z.number(),
	/** Unfinished uploads, counted with their announced size. */
	uploadBytes: z.number(),
	/** Exports and backups that can be downloaded. */
	archiveBytes: z.number(),
});
export type Storage = z.infer<typeof storage>;

export const storageContract = defineContract({
	getStorage: {
		method: "GET",
		path: "/api/v1/storage",
		summary: "Get storage usage by type",
		scope: "mail:read",
		reply: storage,
	},
});
