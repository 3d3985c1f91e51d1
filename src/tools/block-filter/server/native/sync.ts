import { z } from "zod";
import { changeableAccounts } from "#kernel/changes.ts";
import { withAccountLock } from "#kernel/database.ts";
import { AppError } from "#kernel/errors.ts";
import { AuthExpired, openSession, RateLimited, type RuleOutcome, Unavailable, Unsupported } from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import { type JobKind, RetryAfter, type RunningJob } from "#kernel/work.ts";
import { brand } from "#shared/brand.ts";
import { newId } from "#shared/ids.ts";
import { randomBetween } from "#shared/random-between.ts";
import { actsIn } from "../rules/match-in-order.ts";
import { listRules } from "../rules/store.ts";
import { nativeActions } from "./actions.ts";
import {
	deleteNativeSync,
	listNativeSyncs,
	listOverdue,
	type NativeKey,
	type NativeRule,
	readNativeSync,
	recordFailure,
	recordRequested,
	recordSynced,
	writeNativeSync,
} from "./store.ts";
import { filterOfKey, type TranslatedFilter, toProviderRule } from "./to-provider-rule.ts";

const input = z.object({
	accountId: z.uuid(),
	/** Filters to restore where they were changed or deleted at the provider. */
	again: z.array(z.uuid()).default([]),
});
type Input = z.output<typeof input>;

const FIRST_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 3_600;
/** Check interval: rules may be changed at the provider at any time. */
const CHECK_DAYS = 1;

/** Syncs the filters to a mailbox's provider, or removes them there. */
export const nativeJob: JobKind<Input, MailContext> = {
	name: "native-rules",
	input,
	unit: "filters",
	concurrency: 2,
	attempts: 4,
	async run(ctx, job) {
		const key = { ownerId: job.ownerId, accountId: job.input.accountId };
		const mailbox = await readNativeSync(ctx.database, key);
		if (mailbox === null) return {};
		try {
			return mailbox.isOn ? await syncAll(ctx, key, job) : await removeAll(ctx, key, job);
		} catch (cause) {
			throw await failureOf(ctx, key, job, cause);
		} finally {
			ctx.events.publish(job.ownerId, { type: "accounts" });
		}
	},
};

async function syncAll(ctx: MailContext, key: NativeKey, job: RunningJob<Input>): Promise<Record<string, unknown>> {
	const { ownerId, accountId } = key;
	const [{ now: startedAt = new Date(0) } = {}] = await ctx.database.query<{ now: Date }>("select now()", []);
	const [account] = await changeableAccounts(ctx, ownerId, accountId);
	if (account === undefined) throw new Unsupported("This server can no longer reach the mailbox.");
	const rules = (await listRules(ctx.database, ownerId)).filter((rule) => actsIn(rule, accountId));
	const translated: TranslatedFilter[] = [];
	for (const rule of rules) translated.push(toProviderRule(rule, await nativeActions(ctx, ownerId, account, rule)));
	const all = translated.flatMap((one) => one.rules);
	const wanted = new Set(job.input.again);
	const again = new Set(all.map((rule) => rule.key).filter((one) => wanted.has(filterOfKey(one))));
	const outcomes = await atProvider(ctx, key, job.signal, (native, signal) => native.apply(all, again, signal));
	const filters = translated.map((one) => nativeStatusOf(one, outcomes));
	await recordSynced(ctx.database, key, filters, startedAt);
	return { filters: filters.filter(({ state }) => state === "synced").length };
}

async function removeAll(ctx: MailContext, key: NativeKey, job: RunningJob<Input>): Promise<Record<string, unknown>> {
	await atProvider(ctx, key, job.signal, (native, signal) => native.apply([], new Set(), signal));
	await deleteNativeSync(ctx.database, key);
	return { filters: 0 };
}

type Native = NonNullable<Awaited<ReturnType<typeof openSession>>["session"]["rules"]>;

/** Sequential: each write to the provider is recorded before the next. */
async function atProvider<T>(
	ctx: MailContext,
	key: NativeKey,
	signal: AbortSignal,
	work: (native: Native, signal: AbortSignal) => Promise<T>,
): Promise<T> {
	return withAccountLock(ctx, { ...key, scope: "rules" }, signal, async (lock) => {
		const { session } = await openSession(ctx, key.ownerId, key.accountId);
		try {
			if (session.rules === undefined) throw new Unsupported("This mailbox's server doesn't support rules.");
			return await work(session.rules, lock.signal);
		} finally {
			await session.close();
		}
	});
}

/** Combined state of a filter's alternatives. */
function nativeStatusOf(
	{ filterId, reason: why }: TranslatedFilter,
	all: readonly RuleOutcome[],
): Omit<NativeRule, "accountId"> {
	const outcomes = all.filter(({ key }) => filterOfKey(key) === filterId);
	const reasons = outcomes.flatMap((one) => (one.state === "refused" ? [one.reason] : []));
	const [reason = "", ...others] = new Set(reasons);
	if (why !== null || outcomes.length === reasons.length)
		return { filterId, state: "unsupported", reason: why ?? [reason, ...others].join(" "), difference: null };
	const odd = outcomes.find((one) => one.state === "changed" || one.state === "deleted");
	if (odd?.state === "changed" || odd?.state === "deleted")
		return { filterId, state: odd.state, reason: null, difference: null };
	const notes = new Set(
		outcomes.flatMap((one) => (one.state === "applied" && one.difference !== null ? [one.difference] : [])),
	);
	if (reason !== "") notes.add(`Part of it runs only in ${brand.name}: ${reason}`);
	return { filterId, state: "synced", reason: null, difference: notes.size === 0 ? null : [...notes].join(" ") };
}

/** The problem shown to the user, and when to retry. */
async function failureOf(ctx: MailContext, key: NativeKey, job: RunningJob<Input>, cause: unknown): Promise<unknown> {
	if (job.signal.aborted) return cause;
	const record = (sentence: string, isOver: boolean): Promise<void> =>
		recordFailure(ctx.database, key, sentence, isOver);
	if (cause instanceof RateLimited) {
		const sentence = "The mail provider asked us to slow down. Retrying automatically.";
		await record(sentence, false);
		return new RetryAfter(cause.retryAfter, sentence, { cause });
	}
	if (cause instanceof Unavailable || (cause instanceof AppError && cause.status >= 500)) {
		const sentence = "Couldn't reach the mail provider. Retrying automatically.";
		await record(sentence, false);
		const seconds = Math.min(FIRST_WAIT_SECONDS * 2 ** (job.attempt - 1), MAX_WAIT_SECONDS);
		return new RetryAfter(seconds * randomBetween(0.75, 1.25), sentence, { cause });
	}
	if (cause instanceof AuthExpired || cause instanceof Unsupported || cause instanceof AppError) {
		await record(cause.message, true);
		return new AppError(409, "native-failed", cause.message, { cause });
	}
	await record("Something went wrong on the server. See its log for details.", job.attempt >= nativeJob.attempts);
	return cause;
}

/** Switches a mailbox on or off. */
export async function switchNative(ctx: MailContext, key: NativeKey, isOn: boolean): Promise<void> {
	await ctx.database.transaction(async () => {
		await writeNativeSync(ctx.database, key, isOn);
		await enqueue(ctx, key, []);
	});
}

/** Called when filters have changed: requests a sync of the providers that run them. */
export async function notifyNative(ctx: MailContext, ownerId: string): Promise<void> {
	for (const { accountId, isOn } of await listNativeSyncs(ctx.database, ownerId))
		if (isOn) await enqueueNativeSync(ctx, { ownerId, accountId }, []);
}

/** @param again filters to restore where they were changed there @returns false: the mailbox is not synced */
export async function enqueueNativeSync(ctx: MailContext, key: NativeKey, again: readonly string[]): Promise<boolean> {
	return ctx.database.transaction(async () => {
		const isSynced = await recordRequested(ctx.database, key);
		if (isSynced) await enqueue(ctx, key, again);
		return isSynced;
	});
}

async function enqueue(ctx: MailContext, { ownerId, accountId }: NativeKey, again: readonly string[]): Promise<void> {
	const request = { ownerId, accountId, input: { accountId, again: [...again] }, background: true, runNow: true };
	// A restore is a different request than a regular sync.
	const name = again.length === 0 ? accountId : `${accountId}/again/${newId()}`;
	const job = await ctx.jobs.enqueue(nativeJob, { ...request, dedupeKey: name });
	// A running job may have read the filters just before they changed.
	if (job.state === "running")
		await ctx.jobs.enqueue(nativeJob, { ...request, dedupeKey: `${name}/after/${job.id}`, dependsOn: job.id });
}

/** Checks providers for changed rules, and resumes after a crash. */
export async function checkNativeRules(ctx: MailContext): Promise<void> {
	for (const { ownerId, accountId } of await listOverdue(ctx.database, CHECK_DAYS))
		await enqueueNativeSync(ctx, { ownerId, accountId }, []);
}
