import { z } from "zod";
import { pause } from "#shared/pause.ts";
import { type JobKind, RetryAfter } from "../../platform/jobs/jobs.ts";
import { StorageUnavailable } from "../../platform/s3/request.ts";
import type { AttachmentText, AttachmentTextInput } from "../attachment-text/attachment-text.task.ts";
import { MAX_MESSAGE_BYTES } from "../attachment-text/kinds.ts";
import { MAX_MESSAGE_CHARACTERS } from "../attachment-text/limits.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import { loadMessage } from "../parse/pool/load-message.ts";
import { MessageTooComplex, ParserBusy, ParserUnavailable } from "../parse/pool/pool-errors.ts";
import type { Task } from "../parse/pool/task-protocol.ts";
import {
	accountsWithPendingTexts,
	beginTexts,
	countPendingTexts,
	hasPendingTexts,
	type PendingTexts,
	type ReadText,
	releaseTexts,
	saveTexts,
} from "../store/attachment-texts.ts";
import { withAttachmentText } from "../text-index/attachment-texts.ts";
import { storedTexts } from "../text-index/content.ts";
import { readMessagesToIndex } from "../text-index/outbox.ts";

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
/** Attachments read and saved together, and the others of their messages. */
const BATCH = 8;
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
			const begun = await beginTexts(ctx.database, account, BATCH);
			if (begun.length === 0) break;
			try {
				await readMessages(ctx, account, begun, signal);
			} catch (cause) {
				// Anything else may be the fault of one message, which is skipped after some attempts.
				if (signal.aborted || cause instanceof RetryAfter || cause instanceof StorageUnavailable)
					await releaseTexts(
						ctx.database,
						account,
						begun.map(({ emailId }) => emailId),
					);
				throw cause;
			}
			done += begun.reduce((sum, { positions }) => sum + positions.length, 0);
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

async function readMessages(
	ctx: MailContext,
	account: AccountKey,
	begun: readonly PendingTexts[],
	signal: AbortSignal,
): Promise<void> {
	const wanted = new Map(begun.map(({ emailId, positions }) => [emailId, positions]));
	const stored = await readMessagesToIndex(ctx.database, account, [...wanted.keys()]);
	const read = new Map<string, ReadText[]>();
	for (const { id, sha256 } of stored) {
		signal.throwIfAborted();
		const positions = wanted.get(id) ?? [];
		if (sha256 !== null && positions.length > 0) read.set(id, await readMessage(ctx, account, sha256, positions));
	}
	const textOf = new Map(
		[...read].map(([id, texts]) => [id, allText(texts)] as const).filter(([, text]) => text !== ""),
	);
	const indexed = await storedTexts(ctx)(
		account,
		stored.filter(({ id }) => textOf.has(id)),
	);
	const byId = new Map(indexed.map((message) => [message.id, message]));
	const messages = [...read].map(([emailId, texts]) => {
		const message = byId.get(emailId);
		return { emailId, texts, message: message ? withAttachmentText(message, textOf.get(emailId) ?? "") : null };
	});
	await saveTexts(ctx.database, account, messages);
}

function allText(texts: readonly ReadText[]): string {
	const read = texts.map(({ text }) => text).filter((text) => text !== "");
	return read.join("\n");
}

async function readMessage(
	ctx: MailContext,
	account: AccountKey,
	sha256: string,
	positions: readonly number[],
): Promise<ReadText[]> {
	const texts: ReadText[] = [];
	let left = MAX_MESSAGE_CHARACTERS;
	for (const position of positions) {
		const read = left > 0 ? await readOne(ctx, account, sha256, position) : SKIPPED;
		const text = read.text.slice(0, left).toWellFormed();
		left -= text.length;
		texts.push({ position, state: read.state, text });
	}
	return texts;
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
