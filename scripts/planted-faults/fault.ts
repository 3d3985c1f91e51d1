export type Wing = "store" | "changes" | "sync" | "send" | "tools" | "screens";

/** A mistake that a developer could make and a user would notice. */
export interface Fault {
	name: string;
	wing: Wing;
	file: string;
	/** Occurs once in the file. */
	find: string;
	replace: string;
	/** The test files most likely to notice it, the cheapest first. */
	tests: readonly string[];
}

/** Faults of one part of the product, without what all of them share. */
export function faultsOf(wing: Wing, faults: readonly Omit<Fault, "wing">[]): Fault[] {
	return faults.map((fault) => ({ ...fault, wing }));
}
