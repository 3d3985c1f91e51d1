import type { Database } from "#kernel/database.ts";
import { lastReceived, lastResults } from "#kernel/own-mail.ts";
import { findSuppressed } from "#kernel/send.ts";
import { outcomeOf } from "./smtp/outcome.ts";

/** What the user's own mail and sending know about an address. */
export interface OwnMail {
	/** Last message from the address, spam and trash aside. */
	lastWrote: Date | null;
	/** How the last message to the address ended, where the address was the problem. */
	bounce: { reason: BounceReason; reply: string | null; at: Date } | null;
	/** On the user's suppression list; the text says why, if known. */
	suppressed: { reason: string | null } | null;
}

export type BounceReason = "mailbox-not-found" | "mailbox-disabled" | "mailbox-full" | "bounced";

/** Reads what is known about addresses. @param addresses in lower case */
export async function readOwnMail(
	database: Database,
	ownerId: string,
	addresses: readonly string[],
): Promise<(address: string) => OwnMail> {
	const [wrote, ended, suppressed] = await Promise.all([
		lastReceived(database, ownerId, addresses),
		lastResults(database, ownerId, addresses),
		findSuppressed(database, ownerId, addresses),
	]);
	return (address) => {
		const last = ended.get(address);
		const reason = last === undefined || last.state === "accepted" ? null : bounceReason(last.status, last.reply);
		return {
			lastWrote: wrote.get(address) ?? null,
			bounce: last === undefined || reason === null ? null : { reason, reply: last.reply, at: last.at },
			suppressed: suppressed.has(address) ? { reason: suppressed.get(address) ?? null } : null,
		};
	};
}

/**
 * What an enhanced status code (RFC 3463) and the server's words say about the address; null: they say something else, such
 * as that the message was refused for its content, or there were too many.
 */
export function bounceReason(status: string | null, reply: string | null): BounceReason | null {
	if (status === null) return null;
	const words = status.startsWith("5") ? outcomeOf({ code: 550, text: `${status} ${reply ?? ""}` }) : null;
	const isCodeAlone = /^5\.(?:1\.(?:1|6|10)|2\.1)$/.test(status);
	if (words === "busy" || (words === "refused" && isCodeAlone)) return null;
	if (words === "mailbox-full") return "mailbox-full";
	if (/^[45]\.2\.2$/.test(status)) return "mailbox-full";
	if (/^5\.2\.1$/.test(status)) return "mailbox-disabled";
	if (/^5\.1\.[16]$/.test(status)) return "mailbox-not-found";
	return /^5\.(?:1\.[02-5]|1\.10|4\.4)$/.test(status) ? "bounced" : null;
}
