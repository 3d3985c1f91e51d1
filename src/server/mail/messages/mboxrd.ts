import { type FlagFields, flagsOf } from "#shared/mail/flags.ts";
import { writeMboxStatus } from "#shared/mail/mbox-separator-state.ts";

/** The mboxrd format: a separator line, the message with one more `>` before each `From ` line, a blank line. */

/** What a message's separator line depends on. */
export interface Separated extends FlagFields {
	senderEmail: string;
	receivedAt: Date;
	folderRole: string;
	folderName: string;
	labels: string[];
}

const NEWLINE = Buffer.from("\n");
const roles = ["inbox", "sent", "drafts", "spam", "trash", "archive"] as const;

/** The separator line of a message, without its line end; the date is UTC (RFC 4155 appendix A). */
export function separatorLine(message: Separated): string {
	const sender = message.senderEmail.replaceAll(/[^\x21-\x7e]/g, "") || "MAILER-DAEMON";
	const folder = roles.find((role) => role === message.folderRole);
	const state = writeMboxStatus({
		// A custom folder is exported as a label, as in Google's exports.
		folder: folder ?? "archive",
		flags: flagsOf(message),
		labels: folder === undefined ? [message.folderName, ...message.labels] : message.labels,
	});
	return `From ${sender.slice(0, 300)} ${asctime(message.receivedAt)}${state}`;
}

function asctime(date: Date): string {
	const [day = "", dayOfMonth = "", month = "", year = "", time = ""] = date.toUTCString().replace(",", "").split(" ");
	return `${day} ${month} ${String(Number(dayOfMonth)).padStart(2)} ${time} ${year}`;
}

/** @returns the pieces to write in order: separator line, message, blank line */
export function mboxEntry(message: Separated, raw: Uint8Array): Buffer[] {
	const quoted = quote(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
	const pieces = [Buffer.from(`${separatorLine(message)}\n`), quoted, NEWLINE];
	// A message without a final line end gets one here: the format cannot express its absence.
	if (quoted.at(-1) !== NEWLINE[0]) pieces.push(NEWLINE);
	return pieces;
}

/** Adds one `>` to every body line that starts with `From `, `>From `, `>>From ` …, so that readers can remove it. */
function quote(raw: Buffer): Buffer {
	if (!raw.includes("From ")) return raw;
	const text = raw.toString("latin1");
	const body = bodyStart(text);
	// Readers do not unquote headers, so only what would split the message is quoted there.
	const head = text.slice(0, body).replaceAll(/(^|\n)From /g, "$1>From ");
	return Buffer.from(head + text.slice(body).replaceAll(/(^|\n)(>*From )/g, "$1>$2"), "latin1");
}

function bodyStart(text: string): number {
	const opening = /^\r?\n/.exec(text);
	if (opening) return opening[0].length;
	const end = /\n\r?\n/.exec(text);
	return end === null ? text.length : end.index + end[0].length;
}
