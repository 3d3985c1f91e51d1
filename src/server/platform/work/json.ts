import { storable } from "../../db/storable.ts";

/** JSON that a jsonb column accepts: without NUL and lone surrogates. */
export function toJson(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? storable(part) : part));
}
