/** Spellings in JSON of what PostgreSQL cannot store: NUL, and halves of surrogate pairs standing alone. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** JSON that PostgreSQL takes: NUL is left out, lone surrogates become U+FFFD. */
export function toSqlJson(value: unknown): string {
	const json = JSON.stringify(value);
	if (!UNSTORABLE.test(json)) return json;
	return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "string" ? storable(inner) : inner));
}

/** A text as PostgreSQL takes it, see `toSqlJson`. */
export function storable(text: string): string {
	return text.toWellFormed().replaceAll("\0", "");
}
