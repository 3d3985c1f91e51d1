import { z } from "zod";

/** Backups of messages and what restoring them would do, as the API has them. */

export const backup = z.object({
	id: z.uuid(),
	/** `running`: being written and verified; `expired`: its file was deleted. */
	state: z.enum(["running", "ready", "failed", "expired"]),
	jobId: z.uuid(),
	/** Why it was made: the cleanup that its emails were in. */
	title: z.string(),
	archived: z.number(),
	failed: z.number(),
	archivedBytes: z.number(),
	/** Of the file. */
	sizeBytes: z.number(),
	createdAt: z.string(),
	/** Of the mailboxes that its emails came from; empty until it is written. */
	mailboxes: z.array(z.string()),
	/** When its file is deleted; null: never. */
	expiresAt: z.string().nullable(),
	error: z.string().nullable(),
	/** The operation that moves its messages to the trash; null before it has started. */
	operationId: z.uuid().nullable(),
	/** The job that restores it now. */
	restoreJobId: z.uuid().nullable(),
});
export type Backup = z.infer<typeof backup>;

/** Days that a backup's file is kept, from now on; null: until the user deletes it. */
export const keepDays = z.number().int().min(1).max(3_650).nullable();

/** What restoring a backup would do now. */
export const restorePlan = z.object({
	/** Emails that would be restored, and their size. */
	count: z.number(),
	bytes: z.number(),
	/** Of them, those that are still in the trash and are moved out of it; the others are added again. */
	fromTrash: z.number(),
	/** Already in the mailbox: skipped. */
	there: z.number(),
	/** Where they go. */
	folders: z.array(
		z.object({
			accountId: z.uuid(),
			name: z.string(),
			count: z.number(),
			/** It is created. */
			isNew: z.boolean(),
		}),
	),
	/** What cannot be restored, by mailbox. */
	blocked: z.array(
		z.object({
			accountId: z.uuid(),
			/** Null: the mailbox was deleted. */
			name: z.string().nullable(),
			count: z.number(),
			/** `no-append`: emails cannot be added at the provider, and these are no longer in the trash. */
			reason: z.enum(["gone", "disconnected", "read-only", "no-append"]),
		}),
	),
});
export type RestorePlan = z.infer<typeof restorePlan>;
