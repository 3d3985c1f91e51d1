import { z } from "zod";
import { pause } from "#shared/pause.ts";
import { type JobKind, RetryAfter } from "../../platform/jobs/jobs.ts";
import type { AttachmentText, AttachmentTextInput } from "../attachment-text/attachment-text.task.ts";
import { MAX_MESSAGE_BYTES } from "../attachment-text/kinds.ts";
import { MAX_MESSAGE_CHARACTERS } from "../attachment-text/limits.ts";
import type { AccountKey } from "../context/account-transaction.ts";
import type { MailContext } from "../context/context.ts";
import { loadMessage } from "../parse/load-message.ts";
import { MessageTooComplex, ParserBusy, ParserUnavailable } from "../parse/pool-errors.ts";
import type { Task } from "../parse/task-protocol.ts";
import {
	accountsWithPendingTexts,
	beginTexts,
	countPendingTexts,
	hasPendingTexts,
	type ReadText,
	saveTexts,
} from "../store/attachment-texts.ts";
import { withAttachmentText } from "../text-index/attachment-texts.ts";
import { storedTexts } from "../text-index/content.ts";
import { readStored } from "../text-index/outbox.ts";

const input = z.object({ accountId: z.uuid() });
const state = z.object({ done: z.number() });

const readAttachment: Task<AttachmentTextInput, AttachmentText> = {
	url: new URL("../attachment-text/attachment-text.task.ts", import.meta.url),
	timeoutMs: 10_000,
	// A compressed page of a PDF file may be a million times as long.
	maxBufferBytes: 128 * 1024 * 1024,
	maxResultBytes: 2 * 1024 * 1024,
	isBackground: true,
	isTransient: true,
};

/** Until a worker is likely to be available again. */
const RETRY_SECONDS = 60;
/** Pauses are as long as the work before them, up to this: the job takes at most half of a core. */
const MAX_PAUSE_MS = 2_000;

/**
 * Reads the text of an account's attachments and adds it to the search index, the messages stored last first. Mail is
 * stored and found by its own words before.
 */
export const attachmentTextJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "attachment-text",
	input,
	unit: "attachments",
	concurrency: 1,
	attempts: 6,
	hidden: true,
	async run(ctx, job) {
		const { ownerId, signal } = job;
		const account = { ownerId, accountId: job.input.accountId };
		let { done } = state.safeParse(job.previous).data ?? { done: 0 };
		const total = done + (await countPendingTexts(ctx.database, account));
		for (;;) {
			signal.throwIfAborted();
			if (!ctx.config.attachmentSearch) break;
			const startedAt = performance.now();
			const begun = await beginTexts(ctx.database, account);
			if (begun === null) break;
			await readMessage(ctx, account, begun);
			done += begun.positions.length;
			job.progress({ done, total: Math.max(done, total), result: { done } });
			await job.yieldIfWaiting();
			await pause(Math.min(performance.now() - startedAt, MAX_PAUSE_MS), signal);
		}
		return { done };
	},
};

/** Enqueues the job for an account with attachments whose text is to be read. */
export async function enqueueAttachmentTexts(
	ctx: Pick<MailContext, "config" | "database" | "jobs">,
	account: AccountKey,
): Promise<void> {
	if (!ctx.config.attachmentSearch || !(await hasPendingTexts(ctx.database, account))) return;
	const { ownerId, accountId } = account;
	const request = { ownerId, accountId, input: { accountId }, dedupeKey: accountId, background: true };
	await ctx.jobs.enqueue(attachmentTextJob, request);
}

/** Enqueues or resumes the job for every account with attachments left. Cheap when there are none. */
export async function enqueueAllAttachmentTexts(ctx: Pick<MailContext, "config" | "database" | "jobs">): Promise<void> {
	for (const account of await accountsWithPendingTexts(ctx.database)) await enqueueAttachmentTexts(ctx, account);
}

async function readMessage(
	ctx: MailContext,
	account: AccountKey,
	{ emailId, positions }: { emailId: string; positions: readonly number[] },
): Promise<void> {
	const { database } = ctx;
	const [stored] = await readStored(database, account, [emailId]);
	if (stored === undefined || stored.sha256 === null || positions.length === 0) return;
	const texts: ReadText[] = [];
	let left = MAX_MESSAGE_CHARACTERS;
	for (const position of positions) {
		const read = left > 0 ? await readOne(ctx, account, stored.sha256, position) : SKIPPED;
		const text = read.text.slice(0, left).toWellFormed();
		left -= text.length;
		texts.push({ position, state: read.state, text });
	}
	const all = texts.map(({ text }) => text).filter((text) => text !== "");
	const [message] = all.length === 0 ? [] : await storedTexts(ctx)(account, [stored]);
	const withTexts = message === undefined ? null : withAttachmentText(message, all.join("\n"));
	await saveTexts(database, account, { emailId, texts, message: withTexts });
}

const SKIPPED: AttachmentText = { state: "skipped", text: "" };

/** What exceeds a limit of the workers is skipped. @throws RetryAfter when no worker is available */
async function readOne(
	{ blobs, parsePool }: MailContext,
	{ ownerId, accountId }: AccountKey,
	sha256: string,
	index: number,
): Promise<AttachmentText> {
	const load = async (): Promise<SharedArrayBuffer> =>
		(await loadMessage(blobs, accountId, sha256, MAX_MESSAGE_BYTES)) ?? new SharedArrayBuffer(0);
	try {
		return await parsePool.run(readAttachment, { ownerId, sha256, load }, { index });
	} catch (cause) {
		if (cause instanceof MessageTooComplex) return SKIPPED;
		const isTemporary = cause instanceof ParserBusy || cause instanceof ParserUnavailable;
		throw isTemporary ? new RetryAfter(RETRY_SECONDS, cause.message, { cause }) : cause;
	}
}
