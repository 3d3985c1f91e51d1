import { writeMboxStatus } from "#shared/mail/mbox-status.ts";

/** Messages as mboxrd has them: a separator line, the message with one `>` more before each `From ` line, a blank line. */

/** What decides a message's separator line. */
export interface Separated {
	senderEmail: string;
	receivedAt: Date;
	folderRole: string;
	folderName: string;
	isRead: boolean;
	isStarred: boolean;
	isImportant: boolean;
	isAnswered: boolean;
	labels: string[];
}

const NEWLINE = Buffer.from("\n");
const roles = ["inbox", "sent", "drafts", "spam", "trash", "archive"] as const;

/** The line before a message, without its end; the date is UTC (RFC 4155 appendix A). */
export function separatorLine(message: Separated): string {
	const sender = message.senderEmail.replaceAll(/[^\x21-\x7e]/g, "") || "MAILER-DAEMON";
	const folder = roles.find((role) => role === message.folderRole);
	const state = writeMboxStatus({
		// A folder of the person's own comes back as a label, as it does from Google's exports.
		folder: folder ?? "archive",
		read: message.isRead,
		starred: message.isStarred,
		important: message.isImportant,
		answered: message.isAnswered,
		labels: folder === undefined ? [message.folderName, ...message.labels] : message.labels,
	});
	return `From ${sender.slice(0, 300)} ${asctime(message.receivedAt)}${state}`;
}

function asctime(date: Date): string {
	const [day = "", dayOfMonth = "", month = "", year = "", time = ""] = date.toUTCString().replace(",", "").split(" ");
	return `${day} ${month} ${String(Number(dayOfMonth)).padStart(2)} ${time} ${year}`;
}

/** @returns the pieces to write one after the other: separator line, message, blank line */
export function mboxEntry(message: Separated, raw: Uint8Array): Buffer[] {
	const quoted = quote(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
	const pieces = [Buffer.from(`${separatorLine(message)}\n`), quoted, NEWLINE];
	// A message that does not end its last line gets an end here: the format has no way to say so.
	if (quoted.at(-1) !== NEWLINE[0]) pieces.push(NEWLINE);
	return pieces;
}

/** Every `From `, `>From `, `>>From ` … at the start of a line of the body gets one `>` more, so that readers can take it off. */
function quote(raw: Buffer): Buffer {
	if (!raw.includes("From ")) return raw;
	const text = raw.toString("latin1");
	const body = bodyStart(text);
	// In the header nobody takes a sign off, so only what would split the message is changed.
	const head = text.slice(0, body).replaceAll(/(^|\n)From /g, "$1>From ");
	return Buffer.from(head + text.slice(body).replaceAll(/(^|\n)(>*From )/g, "$1>$2"), "latin1");
}

function bodyStart(text: string): number {
	const opening = /^\r?\n/.exec(text);
	if (opening) return opening[0].length;
	const end = /\n\r?\n/.exec(text);
	return end === null ? text.length : end.index + end[0].length;
}
