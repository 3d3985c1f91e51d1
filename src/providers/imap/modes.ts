import type { ImapFlow } from "imapflow";

/** What a server itself can tell of the changes in a folder; the cursor remembers the rest. */
export interface Tracking {
	/** Mod-sequences (CONDSTORE, RFC 7162 §3.1): which messages have other flags. */
	tellsChanged: boolean;
	/** QRESYNC (RFC 7162 §3.2): which messages are gone. */
	tellsVanished: boolean;
}

/** @param modseq the folder's HIGHESTMODSEQ; null where the server keeps none for it */
export function tracking({ enabled }: ImapFlow, modseq: string | null): Tracking {
	const hasVanished = enabled.has("QRESYNC") && modseq !== null;
	return { tellsChanged: hasVanished || (enabled.has("CONDSTORE") && modseq !== null), tellsVanished: hasVanished };
}

/** The higher of two mod-sequences, which may have 63 bits. */
export function later(a: string | null, b: string | null): string | null {
	if (a === null || b === null) return a ?? b;
	return BigInt(a) > BigInt(b) ? a : b;
}
