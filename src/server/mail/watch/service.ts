import { randomUUID } from "node:crypto";
import { randomBetween } from "#shared/random-between.ts";
import type { MailContext } from "../context/context.ts";
import { enqueueScheduledSync, syncJob } from "../sync/job.ts";
import { createLeases, type LeasedAccount, type WatchLeases } from "./leases.ts";
import { type Watcher, watchAccount } from "./watcher.ts";

/** Ticks between rebalancing runs: together with the lease, a crashed worker's accounts are taken over within 25 s. */
const BALANCE_EVERY = 3;

const WATCH_LIMITS = {
	tickMs: 3_000,
	/** Connections opened per tick, so that servers are not hit all at once. */
	starts: 25,
	/** Polls started per tick, longest waiting first; the others follow with the next tick. */
	polls: 50,
};

interface Watching {
	ctx: MailContext;
	limits: typeof WATCH_LIMITS;
	/** Kinds of providers that report changes. */
	reporting: ReadonlySet<string>;
	leases: WatchLeases;
	/** By account. */
	watchers: Map<string, Watcher>;
	/** Ticks until the next rebalancing. */
	untilBalance: number;
	isStopping: boolean;
}

/**
 * Watches this worker's accounts: over long-lived connections where the provider reports changes, as many as the
 * setting allows; the others by polling.
 * @returns a function that stops it and releases the accounts to other workers
 */
export function watchMailboxes(ctx: MailContext, limits = WATCH_LIMITS): () => Promise<void> {
	const receiving = [...ctx.providers.values()].filter(({ capabilities }) => capabilities.receives);
	const reporting = new Set<string>(receiving.filter(({ capabilities }) => capabilities.push).map(({ kind }) => kind));
	const kinds = receiving.map(({ kind }) => kind);
	const leases = createLeases(ctx.database, randomUUID(), kinds);
	const watching: Watching = {
		...{ ctx, limits, reporting, leases },
		...{ watchers: new Map(), untilBalance: 0, isStopping: false },
	};
	let timer: NodeJS.Timeout | undefined;

	async function tickLoop(): Promise<void> {
		try {
			await tick(watching);
		} catch (cause) {
			if (!watching.isStopping)
				ctx.log.error({ event: "watch.failed", err: cause }, "watching mailboxes failed; retrying");
		}
		// Jitter, so that workers do not tick in step.
		if (!watching.isStopping) timer = setTimeout(begin, limits.tickMs * randomBetween(0.8, 1.2));
	}

	let ticking = Promise.resolve();
	function begin(): void {
		ticking = tickLoop();
	}

	async function start(): Promise<void> {
		// The embedded database serves a single process: earlier lease holders no longer exist.
		if (ctx.database.embedded) await leases.forgetOthers();
		await tickLoop();
	}

	if (kinds.length === 0) return async () => undefined;
	// A requested sync may be the first one of a new account.
	const ignoreWakes = ctx.events.onWake((kind) => {
		if (kind === syncJob.name) watching.untilBalance = 0;
	});
	ticking = start().catch((cause: unknown) =>
		ctx.log.error({ event: "watch.start_failed", err: cause }, "watching mailboxes could not begin"),
	);
	return async () => {
		watching.isStopping = true;
		ignoreWakes();
		clearTimeout(timer);
		await ticking;
		await Promise.all([...watching.watchers.values()].map((watcher) => watcher.stop()));
		await leases
			.releaseAll()
			.catch((cause: unknown) =>
				ctx.log.warn(
					{ event: "watch.release_failed", err: cause },
					"the watched mailboxes could not be released; their lease expires",
				),
			);
	};
}

async function tick(watching: Watching): Promise<void> {
	const { ctx, limits, leases, watchers } = watching;
	await leases.renew();
	if (watching.untilBalance-- <= 0) {
		watching.untilBalance = BALANCE_EVERY - 1;
		await leases.release();
		const { takeovers } = await leases.claim();
		ctx.metrics.takeovers(takeovers);
	}
	const leased = await leases.assigned();
	await syncWatchers(watching, leased);
	const live = [...watchers].filter(([, watcher]) => watcher.isLive()).map(([accountId]) => accountId);
	ctx.metrics.watched({ connected: live.length, polled: leased.length - live.length });
	for (const { ownerId, accountId } of await leases.due(live, limits.polls)) {
		if (watching.isStopping) return;
		await enqueueScheduledSync(ctx, ownerId, accountId);
	}
}

/** Closes connections to accounts that were removed or changed, and opens missing ones. */
async function syncWatchers(watching: Watching, leased: readonly LeasedAccount[]): Promise<void> {
	const { ctx, limits, reporting, watchers } = watching;
	const versions = new Map(leased.map(({ accountId, version }) => [accountId, version]));
	const ended = [...watchers].filter(([accountId, { version }]) => versions.get(accountId) !== version);
	await Promise.all(
		ended.map(async ([accountId, watcher]) => {
			await watcher.stop();
			watchers.delete(accountId);
			// Otherwise an account that needs to sign in keeps its connection until it has been idle for a minute.
			ctx.mailSessions.retire(accountId);
		}),
	);
	let slots = Math.min(limits.starts, ctx.config.watchConnections - watchers.size);
	for (const account of leased) {
		if (slots <= 0 || watching.isStopping) return;
		if (!reporting.has(account.provider) || watchers.has(account.accountId)) continue;
		watchers.set(account.accountId, watchAccount(ctx, account));
		slots--;
	}
}
