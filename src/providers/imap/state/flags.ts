import type { Flags } from "#server/mail/provider/provider.ts";

/** RFC 8457 §3; also used by Gmail and Apple Mail. */
export const IMPORTANT = "$Important";

/** Parses IMAP flags (RFC 9051 §2.3.2), which are case-insensitive. */
export function readFlags(flags: Iterable<string> | undefined): Flags {
	const names = new Set([...(flags ?? [])].map((name) => name.toLowerCase()));
	return {
		read: names.has("\\seen"),
		starred: names.has("\\flagged"),
		important: names.has("$important") || names.has("\\important"),
		answered: names.has("\\answered"),
	};
}

/** Packs flags into four bits, for cursors. */
export function packFlags({ read, starred, important, answered }: Flags): number {
	return (read ? 1 : 0) | (starred ? 2 : 0) | (important ? 4 : 0) | (answered ? 8 : 0);
}
