import type { ImapFlow } from "imapflow";

/** Which changes of a folder the server reports itself; the cursor tracks the rest. */
export interface Tracking {
	/** CONDSTORE mod-sequences (RFC 7162 §3.1): which messages have changed flags. */
	tellsChanged: boolean;
	/** QRESYNC (RFC 7162 §3.2): which messages were expunged. */
	tellsVanished: boolean;
}

/** @param modseq the folder's HIGHESTMODSEQ; null when the server has none for it */
export function tracking({ enabled }: ImapFlow, modseq: string | null): Tracking {
	const hasVanished = enabled.has("QRESYNC") && modseq !== null;
	return { tellsChanged: hasVanished || (enabled.has("CONDSTORE") && modseq !== null), tellsVanished: hasVanished };
}

/** The higher of two mod-sequences, which may have 63 bits. */
export function later(a: string | null, b: string | null): string | null {
	if (a === null || b === null) return a ?? b;
	return BigInt(a) > BigInt(b) ? a : b;
}
