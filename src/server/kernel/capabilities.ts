/**
 * What one tool offers to others as a function: its contract is in `shared/capabilities`, and neither tool knows the other.
 */

/** `capability` finds the function that another tool offers; `provide` implements one. */
export { capability, provide } from "../platform/capabilities/capabilities.ts";
