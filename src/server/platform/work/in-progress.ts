import { isDiskFull } from "../disk/disk-full.ts";
import type { ActiveRun } from "./batch-run.ts";
import type { ClaimedItem, EndedItem } from "./items.ts";
import { runItem } from "./run-item.ts";
import { postpone } from "./usage.ts";
import type { RunningItem } from "./work.ts";

/** How long items in progress may take after an abort. */
const DRAIN_MS = 6_000;

/** Starts claimed items whose time has come, as many as the kind allows. */
export function startReady<Ctx>(active: ActiveRun<Ctx>): void {
	const { run, state, signal } = active;
	const { ready, inProgress } = state;
	if (state.isEnding || signal.aborted) return;
	while (inProgress.size < run.kind.concurrency && (ready[0]?.startAt ?? Number.POSITIVE_INFINITY) <= run.ctx.now()) {
		const claimed = ready.shift() as ClaimedItem;
		inProgress.set(claimed.position, process(active, claimed));
	}
}

async function process<Ctx>(active: ActiveRun<Ctx>, claimed: ClaimedItem): Promise<void> {
	const { run, state, signal, results, alarm } = active;
	const { log, now } = run.ctx;
	const start = (): RunningItem<unknown> => runningItem(active, claimed);
	const { cause, ...ended } = await runItem({ ...run, log, claimed, signal, now, start });
	if (isDiskFull(cause)) state.diskFull = cause;
	results.add(isDiskFull(cause) ? returned(claimed) : ended);
	state.inProgress.delete(claimed.position);
	startReady(active);
	alarm.wake();
}

function runningItem<Ctx>(active: ActiveRun<Ctx>, claimed: ClaimedItem): RunningItem<unknown> {
	const { run, state, signal, scope } = active;
	const { key, kind } = run;
	const { database, now } = run.ctx;
	return {
		ownerId: key.ownerId,
		batchId: key.id,
		position: claimed.position,
		item: kind.item.parse(claimed.item),
		input: kind.input?.parse(state.row.input) ?? state.row.input,
		attempt: claimed.attempt,
		signal,
		note: (text) => run.note?.(text),
		async pauseKey(seconds) {
			if (scope !== null) await postpone(database, scope, claimed.key, now() + seconds * 1000);
		},
	};
}

/** Waits for what is in progress and returns what has not started. */
export async function drain<Ctx>({ state, signal, results }: ActiveRun<Ctx>): Promise<void> {
	for (const claimed of state.ready) results.add(returned(claimed));
	state.ready = [];
	const late = Promise.withResolvers<void>();
	const timer = setTimeout(() => signal.aborted && late.resolve(), DRAIN_MS);
	await Promise.race([Promise.all(state.inProgress.values()), late.promise]);
	clearTimeout(timer);
	await results.flush();
}

/** The item returns to the queue, as if it had not been claimed. */
function returned({ position, key, isUncertain }: ClaimedItem): EndedItem {
	return { position, key, isUncertain, state: "waiting", isRefunded: true };
}
