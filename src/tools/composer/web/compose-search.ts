export interface ComposeSearch {
	/** A `mailto:` URL (RFC 6068). */
	mailto?: string;
}

/** Longer links are cut. */
const MAX_LENGTH = 20_000;

export function readComposeSearch({ mailto }: Record<string, unknown>): ComposeSearch {
	return typeof mailto === "string" ? { mailto: mailto.slice(0, MAX_LENGTH) } : {};
}
