import { storable } from "./storable.ts";

/** JSON escapes of what PostgreSQL cannot store: NUL and unpaired surrogates. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** JSON that PostgreSQL accepts; strings are cleaned with `storable`. */
export function toSqlJson(value: unknown): string {
	const json = JSON.stringify(value);
	if (!UNSTORABLE.test(json)) return json;
	return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "string" ? storable(inner) : inner));
}
