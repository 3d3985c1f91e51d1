import { z } from "zod";
import { defineContract } from "../contract.ts";

/** Bytes that a person's mail and files take up on this server. */
export const storage = z.object({
	/** The sum of the others. */
	usedBytes: z.number(),
	/** What the operator allows; null: no limit. */
	limitBytes: z.number().nullable(),
	/** Emails with their search index. */
	mailBytes: z.number(),
	/** Uploaded mail files that became mailboxes. */
	fileBytes: z.number(),
	/** Unfinished uploads, with the size they were announced with. */
	uploadBytes: z.number(),
	/** Exports and backups that can be downloaded. */
	archiveBytes: z.number(),
});
export type Storage = z.infer<typeof storage>;

export const storageContract = defineContract({
	getStorage: {
		method: "GET",
		path: "/api/v1/storage",
		summary: "How much of your storage is used, and by what",
		scope: "mail:read",
		reply: storage,
	},
});
