import type { Logger } from "../../log.ts";
import { cancelled } from "./cancelled.ts";
import type { ClaimedRow } from "./job-row.ts";
import { leaseLost } from "./run.ts";
import type { JobStore } from "./store.ts";

interface Claimed {
	row: ClaimedRow;
	controller: AbortController;
	/** When the lease was last known to be valid, in monotonic milliseconds. */
	validAt: number;
}

export interface Leases {
	/** Renews the lease of a claimed job until `work` settles. */
	withLease<T>(row: ClaimedRow, work: (controller: AbortController) => Promise<T>): Promise<T>;
	/** Aborts jobs running in this process with this reason: one, some, or all. */
	abort(reason: Error, which?: string | ((row: ClaimedRow) => boolean)): void;
	close(): void;
}

/**
 * Renews the leases of all jobs running in this process in one statement. A job whose lease is lost, or cannot be
 * renewed in time because the database is unreachable, is aborted, because another process may run it.
 */
export function createJobLeases(store: JobStore, leaseSeconds: number, log: Logger): Leases {
	const claimed = new Set<Claimed>();
	const leaseMs = leaseSeconds * 1000;

	async function renewAll(): Promise<void> {
		const renewing = [...claimed];
		if (renewing.length === 0) return;
		const at = performance.now();
		try {
			const answers = await store.renew(renewing.map(({ row }) => row));
			for (const one of renewing) {
				const answer = answers.get(one.row.lease_id);
				// A job that has just ended has no lease, and nothing listens to its signal.
				if (answer === undefined) one.controller.abort(leaseLost());
				else if (answer.cancel) one.controller.abort(cancelled());
				else one.validAt = at;
			}
		} catch (cause) {
			log.warn({ event: "job.lease_failed", err: cause }, "the leases of running jobs could not be renewed");
			for (const { controller, validAt } of claimed)
				if (performance.now() - validAt > leaseMs) controller.abort(leaseLost());
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
		async withLease(row, work) {
			const one: Claimed = { row, controller: new AbortController(), validAt: performance.now() };
			claimed.add(one);
			try {
				return await work(one.controller);
			} finally {
				claimed.delete(one);
			}
		},
		abort(reason, which) {
			const isMeant = (row: ClaimedRow): boolean =>
				which === undefined || (typeof which === "string" ? row.id === which : which(row));
			for (const { row, controller } of claimed) if (isMeant(row)) controller.abort(reason);
		},
		close: () => clearInterval(timer),
	};
}
