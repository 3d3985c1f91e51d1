import { z } from "zod";
import { parseAddress, storedAddress } from "#kernel/addresses.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { requireProgress } from "#kernel/progress.ts";
import { type JobKind, type RunningJob, Yield } from "#kernel/work.ts";
import { oneSpelling } from "#shared/mail/address-key.ts";
import { meaningOf } from "../../reasons.ts";
import { rowItem, verdictIn } from "../files/item.ts";
import { validateList } from "../list.ts";
import { emitListChanged } from "./list-changed.ts";
import { endCheck, insertAddresses, listUnchecked, type NewAddress, recordChecked } from "./store.ts";

const input = z.object({
	id: z.uuid(),
	/** The file whose addresses are copied first; null: the list has its addresses. */
	fileId: z.uuid().nullable(),
	/** Mail servers that answered since then are not asked again, in epoch milliseconds; absent: recent answers are used. */
	since: z.number().optional(),
});

/** Addresses between two steps from which the job resumes. */
const CHUNK = 200;
/** Attempts of a check. */
const ATTEMPTS = 5;
/** Rows of a file that are copied at once. */
const PAGE = 1_000;

/** Validates the addresses of a monitored list. After a crash it continues where it was. */
export const checkListJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "check-monitored-list",
	input,
	unit: "addresses",
	concurrency: 2,
	attempts: ATTEMPTS,
	hidden: true,
	async run(ctx, job) {
		const { ownerId, input: given, attempt, signal } = job;
		try {
			await check(ctx, job);
			await complete(ctx, ownerId, given.id);
		} catch (cause) {
			const isLast = cause instanceof AppError || (attempt === ATTEMPTS && !(cause instanceof Yield));
			if (isLast && !signal.aborted) {
				const error = cause instanceof AppError ? cause.message : "The check failed. Check the list again.";
				await endCheck(ctx.database, ownerId, { id: given.id, at: new Date(ctx.now()), error });
			}
			throw cause;
		}
		return {};
	},
};

async function complete(ctx: MailContext, ownerId: string, id: string): Promise<void> {
	const { database } = ctx;
	const at = new Date(ctx.now());
	await database.transaction(async () => {
		const ended = await endCheck(database, ownerId, { id, at, error: null });
		if (ended) await emitListChanged(ctx, { ownerId, id, name: ended.name, since: ended.startedAt, at });
	});
}

async function check(ctx: MailContext, job: RunningJob<z.infer<typeof input>>): Promise<void> {
	const { ownerId, signal } = job;
	const { id, fileId, since } = job.input;
	const askedSince = since === undefined ? undefined : new Date(since);
	if (fileId !== null) await copyFile(ctx, ownerId, { id, fileId, signal });
	const progress = requireProgress("Checking a list of addresses");
	for (;;) {
		const addresses = await listUnchecked(ctx.database, ownerId, { id, limit: CHUNK });
		if (addresses.length === 0) return;
		progress(addresses.join());
		const at = new Date(ctx.now());
		const verdicts = [];
		for await (const { position, status, reason } of validateList(ctx, ownerId, addresses, signal, askedSince))
			verdicts.push({ address: addresses[position] ?? "", status, reason });
		signal.throwIfAborted();
		await recordChecked(ctx.database, ownerId, { id, at, verdicts });
		await job.yieldIfWaiting();
	}
}

/** Copies the addresses of a validated file with their verdicts, so that only those without one are validated. */
async function copyFile(
	ctx: MailContext,
	ownerId: string,
	{ id, fileId, signal }: { id: string; fileId: string; signal: AbortSignal },
): Promise<void> {
	let after: number | null = null;
	for (;;) {
		signal.throwIfAborted();
		const rows = await ctx.work.items({ ownerId, id: fileId }, { after, limit: PAGE });
		const addresses = rows.flatMap(({ item, result }): NewAddress[] => {
			const { email, leftOut } = rowItem.parse(item);
			const address = leftOut === null || leftOut === "plan-limit" ? addressToStore(email) : null;
			if (address === null) return [];
			const verdict = verdictIn(result);
			if (verdict === null) return [{ address, status: null, reason: null, checkedAt: null }];
			const { reason, at } = verdict;
			return [{ address, status: meaningOf(reason).status, reason, checkedAt: at }];
		});
		await insertAddresses(ctx.database, ownerId, { id, addresses });
		after = rows.at(-1)?.position ?? null;
		if (rows.length < PAGE) return;
	}
}

/** The address as verdicts are stored; null: too long to be one. */
export function addressToStore(entry: string): string | null {
	const parsed = parseAddress(entry);
	const address = typeof parsed === "string" ? oneSpelling(entry) : storedAddress(parsed);
	return address === "" || address.length > 320 ? null : address;
}
