import type { z } from "zod";

/** What one tool offers to the others: a function whose input and result are checked. */
export interface Capability<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
	/** Words with hyphens; no two capabilities share one. */
	name: string;
	input: Input;
	result: Result;
}

/** Declares a capability with the types of its schemas. */
export function declareCapability<Input extends z.ZodType, Result extends z.ZodType>(
	declared: Capability<Input, Result>,
): Capability<Input, Result> {
	return declared;
}
