/** Makes a string storable in PostgreSQL: removes NUL, replaces lone surrogates by U+FFFD. */
export function storable(text: string): string {
	return text.toWellFormed().replaceAll("\0", "");
}
