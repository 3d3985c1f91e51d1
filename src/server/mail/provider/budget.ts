/** What a provider allows within any window of this many seconds. */
export interface BudgetLimit {
	name: string;
	units: number;
	seconds: number;
	/** Whose requests count together: this account's, or everyone's on this server. */
	sharedBy: "account" | "server";
	/** For few, costly units: each `consume` is one query, and nothing is reserved beyond it. */
	isExact?: true;
}

/** A request budget, shared by all processes and kept across restarts. */
export interface Budget {
	/** Spends units, waiting for them if necessary. @throws RateLimited when the wait would be longer than a minute */
	consume(units: number, signal: AbortSignal): Promise<void>;
	/** Spends units if they are there now, and no one waits for them. @returns whether they were spent */
	take(units: number): Promise<boolean>;
	/** The provider requested a pause: nothing is spent for this many seconds. */
	pause(seconds: number): Promise<void>;
}
