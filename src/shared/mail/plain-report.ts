import { statusFromWords } from "./enhanced-status.ts";
import { type HeaderField, headerText } from "./headers.ts";
import { fieldOf } from "./mime-parts.ts";

/** What a report says about one recipient. */
export interface ReportedRecipient {
	/** In lower case. */
	address: string;
	/** `delivered` also for relayed and expanded (RFC 3464 §2.3.3). */
	action: "failed" | "delayed" | "delivered";
	/** Enhanced status code (RFC 3463); null: unknown. */
	status: string | null;
	/** The mail server's words. */
	diagnostic: string | null;
}

/** Delivery reports in free text: qmail, Exim, Exchange 5.5, Domino, GroupWise and others. */

const DAEMON =
	/(?:^|<|")\s*(?:mailer[-_ ]?daemon|mail[-_ ]?daemon|postmaster|mdaemon|maildelivery[-_ ]?subsystem|mail delivery (?:sub)?system|system administrator)\b/i;
const SUBJECT =
	/\b(?:undeliver(?:able|ed)|delivery (?:status|fail|problem|notif|has failed)|mail delivery|returned (?:mail|to sender)|failure notice|delivery failure|message status|non[- ]?delivery|could not be delivered|mail failure|warning: (?:message|could not)|unzustellbar|nicht zustellbar|non remis|no se pudo entregar|onbestelbaar|mancato recapito)/i;
const COPY =
	/^(?:--.*(?:copy of|original|returned|unsent) .*|---.*(?:forwarded|original) message.*|.*below this line is a copy.*|.*this is a copy of (?:the|your) message.*|received: from .*|return-path: .*)$/i;
const DELAY =
	/\b(?:(?:has|have) not (?:yet )?been delivered|delivery (?:is |has been )?(?:delayed|deferred)|will (?:be )?(?:continue|keep|retr)|will be (?:re)?tried|this is (?:only )?a warning|still trying)\b/i;

const ADDRESS = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9][a-z0-9.-]{0,252}[a-z0-9]/gi;
const MAX_LINE = 500;
/** Lines around an address that may give the reason. */
const NEAR = 6;

/** Recipients named in a free-text report; null: the message is not a report. @param maxRecipients the first are kept */
export function readPlainReport(
	fields: readonly HeaderField[],
	text: string,
	maxRecipients: number,
): ReportedRecipient[] | null {
	const from = headerText(fieldOf(fields, "from")).slice(0, MAX_LINE);
	const subject = headerText(fieldOf(fields, "subject")).slice(0, MAX_LINE);
	const hasNoSender = fieldOf(fields, "return-path").trim() === "<>" || from.trim() === "" || from.trim() === "<>";
	const isDaemon = DAEMON.test(from) || hasNoSender;
	const failed = failedRecipients(fields);
	if (failed.length === 0 && !(isDaemon && (SUBJECT.test(subject) || statusFromWords(text.slice(0, 2_000)) !== null)))
		return null;
	const lines = text.split(/\r\n|\r|\n/).map((line) => line.slice(0, MAX_LINE).trim());
	const end = lines.findIndex((line) => COPY.test(line));
	const notice = end < 0 ? lines : lines.slice(0, end);
	const whole = notice.join(" ");
	const isDelay = DELAY.test(whole) || /^warning/i.test(subject);
	// A report is sent to the sender of the returned message.
	const own = new Set([...addressesIn(from), ...addressesIn(fieldOf(fields, "to").slice(0, MAX_LINE))]);
	const found = new Map<string, ReportedRecipient>();
	for (const [index, line] of notice.entries())
		for (const address of addressesIn(line)) {
			if (own.has(address) || found.has(address) || found.size >= maxRecipients) continue;
			const near = notice.slice(index, index + NEAR).filter((one) => one !== "");
			found.set(address, recipientOf(address, near.join(" "), whole, isDelay));
		}
	if (found.size === 0)
		for (const address of localRecipients(notice, from).slice(0, maxRecipients))
			found.set(address, recipientOf(address, "", whole, isDelay));
	for (const address of failed)
		if (!found.has(address) && found.size < maxRecipients) found.set(address, recipientOf(address, "", whole, isDelay));
	const named = [...found.values()];
	// Contact addresses of the mail system have no reason next to them.
	const explained = named.filter(({ status }) => status !== null);
	return explained.length > 0 ? explained : named;
}

/** Mailboxes of the reporting server that a list names without their domain: AOL. */
function localRecipients(notice: readonly string[], from: string): string[] {
	const [sender] = addressesIn(from);
	const start = notice.findIndex((line) => line.endsWith(":") && /\brecipients?\b/i.test(line));
	if (start < 0 || sender === undefined) return [];
	const domain = sender.slice(sender.lastIndexOf("@"));
	const rest = notice.slice(start + 1);
	const end = rest.findIndex((line) => !/^[\w.+-]{1,64}$/.test(line));
	const names = end < 0 ? rest : rest.slice(0, end);
	return names.map((name) => `${name.toLowerCase()}${domain}`);
}

/** X-Failed-Recipients, of Exim and Gmail. */
function failedRecipients(fields: readonly HeaderField[]): string[] {
	return fields.filter(({ name }) => name === "x-failed-recipients").flatMap(({ raw }) => addressesIn(raw));
}

const addressesIn = (text: string): string[] => (text.match(ADDRESS) ?? []).map((address) => address.toLowerCase());

function recipientOf(address: string, near: string, all: string, isDelay: boolean): ReportedRecipient {
	const status =
		statusIn(near) ?? statusFromWords(near) ?? statusIn(all.slice(0, 2_000)) ?? statusFromWords(all.slice(0, 2_000));
	const isTemporary = isDelay || status?.startsWith("4") === true;
	return {
		address,
		action: isTemporary ? "delayed" : "failed",
		status: isDelay && status !== null ? `4${status.slice(1)}` : status,
		diagnostic: near.slice(0, MAX_LINE) || null,
	};
}

function statusIn(text: string): string | null {
	return /(?:^|[\s#(-])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1] ?? null;
}
