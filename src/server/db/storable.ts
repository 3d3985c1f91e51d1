/** A text as PostgreSQL can hold it: NUL is left out, lone halves of surrogate pairs become U+FFFD. */
export function storable(text: string): string {
	return text.toWellFormed().replaceAll("\0", "");
}
