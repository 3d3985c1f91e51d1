/** The items of all pages of a list. @param read a page, after a cursor @throws Error when the list does not advance */
export async function allPages<Item>(
	read: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
	const all: Item[] = [];
	const seen = new Set<string>();
	for (let cursor: string | undefined; ; ) {
		const { items, nextCursor } = await read(cursor);
		all.push(...items);
		if (nextCursor === null) return all;
		if (seen.has(nextCursor)) throw new Error("A page of the list names itself as the next one.");
		seen.add(nextCursor);
		cursor = nextCursor;
	}
}

/** The first page of a list with the items of all. @param read a page, after a cursor */
export async function wholeList<Item, Page extends { items: Item[]; nextCursor: string | null }>(
	read: (cursor: string | undefined) => Promise<Page & { items: Item[] }>,
): Promise<Page> {
	const first = await read(undefined);
	const items = await allPages<Item>((cursor) => (cursor === undefined ? Promise.resolve(first) : read(cursor)));
	return { ...first, items };
}
