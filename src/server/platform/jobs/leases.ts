import type { Logger } from "../../log.ts";
import { cancelled, leaseLost } from "./run.ts";
import type { ClaimedRow, JobStore } from "./store.ts";

interface Held {
	row: ClaimedRow;
	controller: AbortController;
	/** When the lease was last known to hold, by the monotonic clock in milliseconds. */
	heldAt: number;
}

export interface Leases {
	/** Keeps the lease of a job that was just claimed, until `work` is over. */
	keep(row: ClaimedRow, work: (controller: AbortController) => Promise<void>): Promise<void>;
	/** Ends what runs here with this reason: one job, some, or all. */
	abort(reason: Error, which?: string | ((row: ClaimedRow) => boolean)): void;
	close(): void;
}

/**
 * Keeps the leases of all jobs that run in this process, in one statement for all of them. A job whose lease is lost, or
 * cannot be prolonged in time because the database is out of reach, is told to stop: somebody else may run it then.
 */
export function keepLeases(store: JobStore, leaseSeconds: number, log: Logger): Leases {
	const held = new Set<Held>();
	const leaseMs = leaseSeconds * 1000;

	async function renewAll(): Promise<void> {
		const asked = [...held];
		if (asked.length === 0) return;
		const at = performance.now();
		try {
			const answers = await store.renew(asked.map(({ row }) => row));
			for (const one of asked) {
				const answer = answers.get(one.row.lease_id);
				// One that has just ended holds none any more, and nobody listens to its signal.
				if (answer === undefined) one.controller.abort(leaseLost());
				else if (answer.cancel) one.controller.abort(cancelled());
				else one.heldAt = at;
			}
		} catch (cause) {
			log.warn({ err: cause }, "the leases of running jobs could not be renewed");
			for (const { controller, heldAt } of held)
				if (performance.now() - heldAt > leaseMs) controller.abort(leaseLost());
		}
	}

	let isRenewing = false;
	const timer = setInterval(() => {
		if (isRenewing) return;
		isRenewing = true;
		void renewAll().finally(() => {
			isRenewing = false;
		});
	}, leaseMs / 3);
	return {
		async keep(row, work) {
			const one: Held = { row, controller: new AbortController(), heldAt: performance.now() };
			held.add(one);
			try {
				await work(one.controller);
			} finally {
				held.delete(one);
			}
		},
		abort(reason, which) {
			const isMeant = (row: ClaimedRow): boolean =>
				which === undefined || (typeof which === "string" ? row.id === which : which(row));
			for (const { row, controller } of held) if (isMeant(row)) controller.abort(reason);
		},
		close: () => clearInterval(timer),
	};
}
