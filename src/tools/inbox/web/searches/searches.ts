/** Searches of the user, newest first. */
export interface Searches {
	recent: readonly string[];
	saved: readonly string[];
}

/** The server's limits. */
const mostRecent = 8;
const mostSaved = 50;

/** As stored in the settings. */
export function readSearches(section: Record<string, unknown> | undefined): Searches {
	const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
	return { recent: list(section?.recent), saved: list(section?.saved) };
}

/** With a search that was just made; the same search is kept once. */
export function withRecent(recent: readonly string[], q: string): string[] {
	return [q, ...recent.filter((one) => one !== q)].slice(0, mostRecent);
}

/** Saves a search, or removes it if it is saved. */
export function withSaved(saved: readonly string[], q: string): string[] {
	return saved.includes(q) ? saved.filter((one) => one !== q) : [q, ...saved].slice(0, mostSaved);
}
