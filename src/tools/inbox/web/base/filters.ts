/** Quick filters of a list, and the search that each adds. */
export const filters = {
	unread: "is:unread",
	starred: "is:starred",
	files: "has:attachment",
	people: "category:primary -is:list",
	lists: "is:list",
} as const;

export type Filter = keyof typeof filters;

export function isFilter(value: unknown): value is Filter {
	return typeof value === "string" && Object.hasOwn(filters, value);
}

/** The search for what a filter leaves of a list. @param q the list's own search; undefined: a folder */
export function filtered(q: string | undefined, filter: Filter | undefined): string | undefined {
	if (filter === undefined) return q;
	return q === undefined ? filters[filter] : `(${q}) ${filters[filter]}`;
}
