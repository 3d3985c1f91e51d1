import { pause } from "#shared/pause.ts";
import { randomBetween } from "#shared/random-between.ts";
import type { MailContext } from "../context/context.ts";
import { openSession } from "../sessions/session.ts";
import { enqueueFreshSync } from "../sync/job.ts";
import type { LeasedAccount } from "./leases.ts";

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 900_000;
/** A connection that lasted this long resets the backoff. */
const STABLE_MS = 60_000;
/** Retry delay when the database does not accept the request for a sync. */
const RETRY_MS = 1_000;

export interface Watcher {
	readonly version: string;
	/** Whether the connection is currently established, as far as is known. */
	isLive(): boolean;
	stop(): Promise<void>;
}

/** Keeps a long-lived connection to one account, and requests a sync whenever it reports a change. */
export function watchAccount(ctx: MailContext, account: LeasedAccount): Watcher {
	const { ownerId, accountId } = account;
	const stopping = new AbortController();
	let isLive = false;
	const changed = once(async () => {
		try {
			await enqueueFreshSync(ctx, { ownerId, accountId }, "push");
			return true;
		} catch (cause) {
			ctx.log.warn(
				{ event: "watch.sync_not_requested", err: cause, account: accountId },
				"a sync could not be requested",
			);
			await rest(RETRY_MS);
			return stopping.signal.aborted;
		}
	});

	/** Resolves when it is time to reconnect. */
	async function watch(): Promise<void> {
		const { session, retired } = await openSession(ctx, ownerId, accountId);
		try {
			isLive = true;
			await session.watcher?.watch(changed, AbortSignal.any([stopping.signal, retired]));
		} finally {
			isLive = false;
			await session.close();
		}
	}

	async function watchLoop(): Promise<void> {
		for (let failures = 0; !stopping.signal.aborted; ) {
			const since = performance.now();
			try {
				await watch();
			} catch (cause) {
				// The syncs report the error where the user sees it.
				ctx.log.debug(
					{ event: "watch.connection_failed", err: cause, account: accountId },
					"a mailbox's change connection failed",
				);
			}
			failures = performance.now() - since > STABLE_MS ? 1 : failures + 1;
			const longest = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
			await rest(randomBetween(longest / 2, longest));
		}
	}

	async function rest(ms: number): Promise<void> {
		await pause(ms, stopping.signal).catch(() => undefined);
	}

	const watching = watchLoop();
	return {
		version: account.version,
		isLive: () => isLive,
		async stop() {
			stopping.abort();
			await watching;
		},
	};
}

/** Coalesces calls: those made while `work` runs cause one more run; it is repeated until it returns true. */
function once(work: () => Promise<boolean>): () => void {
	let isWanted = false;
	let isRunning = false;
	const run = async (): Promise<void> => {
		isRunning = true;
		while (isWanted) {
			isWanted = false;
			if (!(await work())) isWanted = true;
		}
		isRunning = false;
	};
	return () => {
		isWanted = true;
		if (!isRunning) void run();
	};
}
