import { FLAG_NAMES, FLAGS, type Flag, type MessageFlags, mapFlags } from "#shared/mail/flags.ts";

/** Parses IMAP flags (RFC 9051 §2.3.2), which are case-insensitive. */
export function readFlags(flags: Iterable<string> | undefined): MessageFlags {
	const names = new Set([...(flags ?? [])].map((name) => name.toLowerCase()));
	return mapFlags((flag) => FLAGS[flag].imap.some((name) => names.has(name.toLowerCase())));
}

/** The flag or keyword that is set for it. */
export function imapFlag(flag: Flag): string {
	return FLAGS[flag].imap[0];
}

/** Whether it is a keyword, which not every folder can store, unlike the system flags (RFC 9051 §2.3.2). */
export function isKeyword(flag: Flag): boolean {
	return !imapFlag(flag).startsWith("\\");
}

/** The flags that are set. */
export function setIn(flags: MessageFlags): Flag[] {
	return FLAG_NAMES.filter((flag) => flags[flag] === true);
}
