import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { type JobKind, RetryAfter, type RunningJob } from "#kernel/work.ts";
import { byStatus } from "./outcomes.ts";
import { getFile, updateWebhook } from "./store.ts";

const input = z.object({ id: z.uuid() });
type Input = z.infer<typeof input>;

/** Over 16 hours, see `waitSeconds`. */
const ATTEMPTS = 12;
const TIMEOUT_MS = 15_000;

/** Notifies the webhook of a file that its validation has ended. It may be called twice, with the same id. */
export const webhookJob: JobKind<Input, MailContext> = {
	name: "call-validation-webhook",
	input,
	unit: "calls",
	concurrency: 4,
	attempts: ATTEMPTS,
	hidden: true,
	run,
};

/** Enqueues the call, if the file has a webhook that was not called yet. */
export async function enqueueWebhook(
	ctx: Pick<MailContext, "database" | "jobs">,
	ownerId: string,
	id: string,
): Promise<void> {
	const file = await fileOf(ctx.database, ownerId, id);
	if (file?.webhookState !== "pending") return;
	await ctx.jobs.enqueue(webhookJob, { ownerId, input: { id }, dedupeKey: id, background: true });
}

async function run(ctx: MailContext, job: RunningJob<Input>): Promise<Record<string, unknown>> {
	const { ownerId, attempt, signal } = job;
	const { id } = job.input;
	const file = await fileOf(ctx.database, ownerId, id);
	if (file === null || file.webhookUrl === null || file.webhookState !== "pending") return {};
	const { state, total, outcomes: reasons, finishedAt } = await ctx.work.get({ ownerId, id });
	const outcomes = byStatus(reasons);
	const timestamp = new Date(ctx.now()).toISOString();
	const data = { id, filename: file.filename, state, total, outcomes, finishedAt };
	const error = await post(ctx, file.webhookUrl, { type: "validation.ended", timestamp, data }, signal);
	signal.throwIfAborted();
	if (error === null) await updateWebhook(ctx.database, ownerId, { id, state: "delivered", error });
	else {
		const isLast = attempt >= ATTEMPTS;
		await updateWebhook(ctx.database, ownerId, { id, state: isLast ? "failed" : "pending", error });
		if (!isLast) throw new RetryAfter(waitSeconds(attempt), error);
	}
	return {};
}

/** A minute, doubled up to four hours: the receiver may be down for hours. @param attempt from 1 */
function waitSeconds(attempt: number): number {
	return Math.min(60 * 2 ** (attempt - 1), 4 * 3_600);
}

/** @returns why the call failed; null: it succeeded */
async function post(
	{ net }: Pick<MailContext, "net">,
	url: string,
	event: { type: string; timestamp: string; data: { id: string } },
	signal: AbortSignal,
): Promise<string | null> {
	try {
		const { status } = await net.http(url, {
			...{ method: "POST", body: JSON.stringify(event), timeoutMs: TIMEOUT_MS, maxRedirects: 0, signal },
			...{ headers: { "content-type": "application/json" }, maxBytes: 64 * 1024, partialBody: true },
		});
		return status >= 200 && status < 300 ? null : `The webhook answered with status ${status}.`;
	} catch (cause) {
		if (cause instanceof AppError) return cause.message;
		throw cause;
	}
}

async function fileOf(database: MailContext["database"], ownerId: string, id: string) {
	try {
		return await getFile(database, ownerId, id);
	} catch (cause) {
		// The user deleted it meanwhile.
		if (cause instanceof AppError && cause.status === 404) return null;
		throw cause;
	}
}
