import type { z } from "zod";

/** What one tool offers to the others: a function whose input and result are checked. */
export interface Capability<
	Input extends z.ZodType = z.ZodType,
	Result extends z.ZodType = z.ZodType,
	InTransaction extends boolean = boolean,
> {
	/** Words with hyphens; no two capabilities share one. */
	name: string;
	/** true: it runs in its caller's transaction, commits or rolls back with it, and asks no network. */
	isInTransaction: InTransaction;
	input: Input;
	result: Result;
}

/** Declares a capability with the types of its schemas. */
export function declareCapability<Input extends z.ZodType, Result extends z.ZodType, InTransaction extends boolean>(
	declared: Capability<Input, Result, InTransaction>,
): Capability<Input, Result, InTransaction> {
	return declared;
}
