import type { Logger } from "../../log.ts";
import { cancelled, leaseLost } from "./run.ts";
import type { ClaimedRow, JobStore } from "./store.ts";

interface Claimed {
	row: ClaimedRow;
	controller: AbortController;
	/** When the lease was last known to be valid, in monotonic milliseconds. */
	heldAt: number;
}

export interface Leases {
	/** Renews the lease of a claimed job until `work` settles. */
	keep(row: ClaimedRow, work: (controller: AbortController) => Promise<void>): Promise<void>;
	/** Aborts jobs running in this process with this reason: one, some, or all. */
	abort(reason: Error, which?: string | ((row: ClaimedRow) => boolean)): void;
	close(): void;
}

/**
 * Renews the leases of all jobs running in this process in one statement. A job whose lease is lost, or cannot be
 * renewed in time because the database is unreachable, is aborted, because another process may run it.
 */
export function keepLeases(store: JobStore, leaseSeconds: number, log: Logger): Leases {
	const held = new Set<Claimed>();
	const leaseMs = leaseSeconds * 1000;

	async function renewAll(): Promise<void> {
		const asked = [...held];
		if (asked.length === 0) return;
		const at = performance.now();
		try {
			const answers = await store.renew(asked.map(({ row }) => row));
			for (const one of asked) {
				const answer = answers.get(one.row.lease_id);
				// A job that has just ended has no lease, and nothing listens to its signal.
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
			const one: Claimed = { row, controller: new AbortController(), heldAt: performance.now() };
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
