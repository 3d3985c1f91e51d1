import type { ImapFlow } from "imapflow";

/** Which changes of a folder the server reports itself; the cursor tracks the rest. */
export interface Tracking {
	/** CONDSTORE mod-sequences (RFC 7162 §3.1): which messages have changed flags. */
	reportsChanges: boolean;
	/** QRESYNC (RFC 7162 §3.2): which messages were expunged. */
	reportsVanished: boolean;
}

/** @param modseq the folder's HIGHESTMODSEQ; null when the server has none for it */
export function tracking({ enabled }: ImapFlow, modseq: string | null): Tracking {
	const hasVanished = enabled.has("QRESYNC") && modseq !== null;
	return { reportsChanges: hasVanished || (enabled.has("CONDSTORE") && modseq !== null), reportsVanished: hasVanished };
}

/** The higher of two mod-sequences, which may have 63 bits. */
export function later(a: string | null, b: string | null): string | null {
	if (a === null || b === null) return a ?? b;
	return BigInt(a) > BigInt(b) ? a : b;
}
