import { storable } from "../../db/storable.ts";

/** Spellings in JSON of what PostgreSQL cannot store: NUL, and halves of surrogate pairs standing alone. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** JSON that PostgreSQL takes, its texts as `storable` makes them. */
export function toSqlJson(value: unknown): string {
	const json = JSON.stringify(value);
	if (!UNSTORABLE.test(json)) return json;
	return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "string" ? storable(inner) : inner));
}
