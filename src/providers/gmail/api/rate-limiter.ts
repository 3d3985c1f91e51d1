import type { Budget } from "#server/mail/provider/budget.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { GmailOptions } from "./options.ts";
import { BULK_SHARE, INTERACTIVE_SHARE } from "./units.ts";

/** Request priority: `interactive` when a user waits for it, `bulk` for background listing. */
export type Priority = "interactive" | "bulk";

export interface RateLimiter {
	/** @throws RateLimited when the wait would exceed a minute */
	consume(units: number, priority: Priority, signal: AbortSignal): Promise<void>;
	/** Gmail requested a pause. */
	pause(seconds: number, by: "user" | "project"): Promise<void>;
}

/** Keeps each account, and all accounts together, within Gmail's quota across all processes. */
export function createRateLimiter(environment: ProviderEnvironment, options: GmailOptions): RateLimiter {
	const ofUser = (name: string, share: number): Budget =>
		environment.budget({
			name,
			units: Math.floor(options.unitsPerMinute * share),
			seconds: 60,
			sharedBy: "account",
		});
	const budgets = {
		interactive: ofUser("gmail interactive", INTERACTIVE_SHARE),
		bulk: ofUser("gmail bulk", BULK_SHARE),
	};
	const project = environment.budget({
		name: "gmail project",
		units: options.projectUnitsPerMinute,
		seconds: 60,
		sharedBy: "server",
	});
	return {
		async consume(units, priority, signal) {
			// While no listing needs its share, no one waits for more than that of interactive requests.
			const isTaken =
				priority === "interactive" && ((await budgets.interactive.take(units)) || (await budgets.bulk.take(units)));
			if (!isTaken) await budgets[priority].consume(units, signal);
			await project.consume(units, signal);
		},
		async pause(seconds, by) {
			if (by === "project") return project.pause(seconds);
			await Promise.all([budgets.interactive.pause(seconds), budgets.bulk.pause(seconds)]);
		},
	};
}
