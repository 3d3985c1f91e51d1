/** Maps Better Auth's column names to snake case, as used everywhere in the database. */
export function snake<Name extends string>(...names: Name[]): Record<Name, string> {
	return Object.fromEntries(
		names.map((name) => [name, name.replace(/ID$/, "Id").replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)]),
	) as Record<Name, string>;
}
