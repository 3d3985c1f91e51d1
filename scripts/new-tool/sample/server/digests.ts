import { z } from "zod";
import { conflict } from "#kernel/errors.ts";
import { type EventStream, onNewMail, publish } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { recurring } from "#kernel/schedule.ts";
import { sendMail } from "#kernel/send.ts";
import type { WorkKind } from "#kernel/work.ts";
import { newId } from "#shared/ids.ts";
import { tool } from "../tool.ts";
import { collect, insertDigest, mailboxesWithNew, ownersWithNew, recordEmails } from "./store.ts";

/** Events: a subscriber of new mail. It is called at least once for each message. */
export const countNewMail = onNewMail<MailContext>(`${tool.id}.emails`, (ctx, mail) =>
	recordEmails(ctx.database, mail),
);

const sent = z.object({ accountId: z.uuid(), emailCount: z.number() });
/** Events: what this tool reports to other tools, and to open browsers. */
export const digestSent: EventStream<z.infer<typeof sent>> = {
	name: `${tool.id}.digest-sent`,
	payload: sent,
	forBrowser: true,
};

const item = z.object({ accountId: z.uuid(), address: z.string(), digestId: z.uuid() });
const result = z.object({ emailCount: z.number() });

/** Work: one item for each mailbox. An item that runs again after a crash sends nothing twice. */
export const digestWork: WorkKind<z.infer<typeof item>, z.infer<typeof result>, MailContext> = {
	name: "sample-digest",
	unit: "mailboxes",
	item,
	result,
	delivery: "at-least-once",
	concurrency: 2,
	attempts: 5,
	async run(ctx, { ownerId, item: { accountId, address, digestId } }) {
		const key = { ownerId, accountId, digestId };
		const emailCount = await ctx.database.transaction(async () => {
			const count = await collect(ctx.database, key);
			if (count === 0 || !(await insertDigest(ctx.database, key, count))) return count;
			// Send: the message is stored in this transaction and sent once.
			await sendMail(ctx, {
				...{ ownerId, accountId, idempotencyKey: `${tool.id}/${digestId}`, priority: "bulk" },
				to: [{ name: "", email: address }],
				message: { subject: "Your mail", text: `Received since the last digest: ${count}` },
			});
			await publish(ctx.database, digestSent, { ownerId }, { accountId, emailCount: count });
			return count;
		});
		return { emailCount };
	},
};

/** Schedule: every morning at seven, UTC. */
export const sendDaily = recurring<MailContext>(`${tool.id}.daily`, "0 7 * * *", async (ctx, { dueAt }) => {
	for (const ownerId of await ownersWithNew(ctx.database)) await startDigests(ctx, ownerId, dueAt.toISOString());
});

/**
 * Starts the digests of a user's mailboxes with new mail.
 * @param dedupeKey with the same key, they are started once
 * @returns the job; null when there is no new mail
 */
async function startDigests(ctx: MailContext, ownerId: string, dedupeKey?: string) {
	const mailboxes = await mailboxesWithNew(ctx.database, ownerId);
	if (mailboxes.length === 0) return null;
	const items = mailboxes.map((mailbox) => ({ ...mailbox, digestId: newId(ctx.now()) }));
	const { job } = await ctx.work.start(digestWork, { ownerId, ...(dedupeKey !== undefined && { dedupeKey }) }, items);
	return job;
}

/** @throws AppError 409 `nothing-new` */
export async function sendDigestsNow(ctx: MailContext, ownerId: string) {
	const job = await startDigests(ctx, ownerId);
	if (job === null) throw conflict("nothing-new", "No mailbox has new email.");
	return job;
}
