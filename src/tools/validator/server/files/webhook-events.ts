import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { emitWebhook, type WebhookEvent } from "#kernel/webhooks.ts";
import type { Batch } from "#shared/contracts/work.ts";
import { tool } from "../../tool.ts";
import { byStatus } from "./outcomes.ts";
import { getFile } from "./store.ts";

const completed = z.object({
	/** Of the file. */
	id: z.uuid(),
	filename: z.string(),
	/** Rows. */
	total: z.number(),
	/** Rows by their status. */
	outcomes: z.record(z.string(), z.number()),
	/** Opens the validator in the app. */
	link: z.string(),
});

/** All rows of a file were validated. */
export const validationCompleted: WebhookEvent<z.infer<typeof completed>> = {
	type: "validation.completed",
	summary: "The validation of a file was completed",
	data: completed,
	example: {
		id: "019a0000-0000-7000-8000-000000000001",
		filename: "contacts.csv",
		total: 100,
		outcomes: { valid: 90, invalid: 10 },
		link: `https://mail.example.org${tool.path}`,
	},
};

/** Sends that a file was validated; a file that the user canceled or deleted was not. */
export async function emitCompleted(ctx: MailContext, ownerId: string, { id }: Pick<Batch, "id">): Promise<void> {
	const { database, config } = ctx;
	try {
		const { filename } = await getFile(database, ownerId, id);
		const { state, total, outcomes } = await ctx.work.get({ ownerId, id });
		if (state !== "done") return;
		const data = {
			id,
			filename,
			total: total ?? 0,
			outcomes: byStatus(outcomes),
			link: `${config.baseUrl}${tool.path}`,
		};
		const facts = [{ key: id, occurredAt: new Date(ctx.now()), data }];
		await database.transaction(() => emitWebhook(database, validationCompleted, { ownerId, facts }));
	} catch (cause) {
		if (!(cause instanceof AppError && cause.status === 404)) throw cause;
	}
}
