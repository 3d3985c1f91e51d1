/** What is analyzed. */
export type Entry = { email: string } | { raw: string } | { emailId: string };

/** The page's search parameters. */
export interface AnalyzerSearch {
	/** An address or a domain to analyze at once. */
	email?: string;
	/** An email of a mailbox to analyze at once. */
	message?: string;
	view?: "history" | "watched" | "dmarc";
}

const id = (value: unknown): string | undefined =>
	typeof value === "string" && /^[\da-f-]{36}$/.test(value) ? value : undefined;

/** Reads the search parameters of a link to the page. */
export function readSearchParams(raw: Record<string, unknown>): AnalyzerSearch {
	if (raw.view === "history" || raw.view === "watched" || raw.view === "dmarc") return { view: raw.view };
	const message = id(raw.message);
	if (message !== undefined) return { message };
	return typeof raw.email === "string" && raw.email !== "" ? { email: raw.email.slice(0, 320) } : {};
}
