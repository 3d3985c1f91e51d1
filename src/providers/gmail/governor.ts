import type { Budget, ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { GmailOptions } from "./options.ts";
import { BULK_SHARE, INTERACTIVE_SHARE } from "./units.ts";

/** Request priority: `hand` when a user waits for it, `bulk` for background listing. */
export type Lane = "hand" | "bulk";

export interface Governor {
	/** @throws RateLimited when the wait would exceed a minute */
	take(units: number, lane: Lane, signal: AbortSignal): Promise<void>;
	/** Gmail requested a pause. */
	pause(seconds: number, by: "user" | "project"): Promise<void>;
}

/** Keeps each account, and all accounts together, within Gmail's quota across all processes. */
export function createGovernor(environment: ProviderEnvironment, options: GmailOptions): Governor {
	const ofUser = (name: string, share: number): Budget =>
		environment.budget({
			name,
			units: Math.floor(options.unitsPerMinute * share),
			seconds: 60,
			sharedBy: "account",
		});
	const lanes = { hand: ofUser("gmail by hand", INTERACTIVE_SHARE), bulk: ofUser("gmail in bulk", BULK_SHARE) };
	const project = environment.budget({
		name: "gmail project",
		units: options.projectUnitsPerMinute,
		seconds: 60,
		sharedBy: "server",
	});
	return {
		async take(units, lane, signal) {
			await lanes[lane].take(units, signal);
			await project.take(units, signal);
		},
		async pause(seconds, by) {
			if (by === "project") return project.pause(seconds);
			await Promise.all([lanes.hand.pause(seconds), lanes.bulk.pause(seconds)]);
		},
	};
}
