/** The page's search parameters. */
export interface Search {
	/** Asked when the page opens. */
	question?: string;
	/** The search to use for it; absent: the one that the question becomes. */
	q?: string;
}

export function readSearchParams(raw: Record<string, unknown>): Search {
	const read = (value: unknown, longest: number): string | undefined =>
		typeof value === "string" || typeof value === "number" ? String(value).slice(0, longest) : undefined;
	const question = read(raw.question, 500);
	const q = read(raw.q, 1_000);
	return { ...(question !== undefined && { question }), ...(q !== undefined && { q }) };
}
