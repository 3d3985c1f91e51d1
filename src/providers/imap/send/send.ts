import type { ImapFlow } from "imapflow";
import { DeliveryUncertain, Unsupported } from "#server/mail/provider/errors.ts";
import type {
	NewCopy,
	OutgoingMessage,
	RecipientResult,
	SendOptions,
	SendResult,
	SentAnswer,
	SentQuery,
} from "#server/mail/provider/sending.ts";
import { oneSpelling } from "#shared/mail/address-key.ts";
import { parseSmtpReply } from "#shared/mail/enhanced-status.ts";
import { atom, text } from "../connection/command.ts";
import { select } from "../connection/command-queue.ts";
import type { GmailPaths } from "../folders/gmail-folders.ts";
import { search } from "../messages/search.ts";
import { ensureRole } from "../modify/folder-changes.ts";
import { idInGmail } from "../modify/gmail.ts";
import type { ImapSession } from "../session.ts";
import { type SmtpError, translateSmtp } from "../smtp/smtp.ts";
import { messageId } from "../state/ids.ts";
import { eachUid } from "../state/uids.ts";
import { appendTo } from "./append.ts";
import { splitMessage, withoutBcc } from "./header-section.ts";

/** Servers that save sent messages to Sent themselves. */
const FILES_ITSELF = /(^|\.)(gmail\.com|googlemail\.com|office365\.com|smtp-mail\.outlook\.com|outlook\.com)$/i;

/** Sends through the account's SMTP server (RFC 5321). */
export async function send(session: ImapSession, message: OutgoingMessage, options: SendOptions): Promise<SendResult> {
	const { smtp } = session;
	if (smtp === null) throw new Unsupported("This mailbox has no server for outgoing mail. Add one in its settings.");
	const { header, body } = splitMessage(message.raw);
	const spelled = Map.groupBy(message.envelope.to, oneSpelling);
	// Every server takes A-labels; Unicode only those with SMTPUTF8 (RFC 6531).
	const envelope = { from: oneSpelling(message.envelope.from), to: [...spelled.keys()] };
	const asGiven = (result: RecipientResult): RecipientResult[] =>
		(spelled.get(result.address) ?? [result.address]).map((address) => ({ ...result, address }));
	const copy = { id: null, messageId: message.messageId, threadId: null };
	let isSubmitted = false;
	let stopped: unknown;
	const orStop =
		<A>(call: (argument: A) => Promise<void>) =>
		async (argument: A): Promise<void> => {
			await call(argument).catch((cause: unknown) => {
				stopped = cause;
				throw cause;
			});
		};
	try {
		const { accepted, rejected } = await smtp.send({
			envelope,
			raw: Buffer.concat([withoutBcc(header), body]),
			envelopeId: message.messageId,
			signal: options.signal,
			onWait: orStop(options.onWait),
			async onSubmit() {
				await orStop(options.onSubmit)(null);
				isSubmitted = true;
			},
		});
		const recipients: RecipientResult[] = [
			...accepted.map((address) => ({ address, state: "accepted" as const, status: null, reply: null })),
			...rejected.map(({ address, reply }) => refused(address, reply)),
		];
		return { ...copy, recipients: recipients.flatMap(asGiven) };
	} catch (cause) {
		if (stopped !== undefined) throw stopped;
		const refusals = refusalsOf(cause as SmtpError, envelope.to);
		if (refusals !== null) return { ...copy, recipients: refusals.flatMap(asGiven) };
		if (!isSubmitted) throw translateSmtp(cause);
		throw new DeliveryUncertain("The connection broke before the mail server confirmed the message.", { cause });
	}
}

/** Refusals of the sender, of all recipients, or of the message; null: the failure is not about the message. */
function refusalsOf(error: SmtpError, recipients: readonly string[]): RecipientResult[] | null {
	const { code, command, response = "", responseCode = 0 } = error;
	if ((code !== "EENVELOPE" && code !== "EMESSAGE") || command === "API" || responseCode === 421) return null;
	const replies = new Map((error.rejectedErrors ?? []).map((one) => [one.recipient, one.response]));
	// Without a reply nodemailer itself refused, because of the server's SIZE limit.
	return recipients.map((address) =>
		refused(address, replies.get(address) ?? (response || `552 5.3.4 ${error.message}`)),
	);
}

function refused(address: string, reply: string): RecipientResult {
	const { status, text: words } = parseSmtpReply(reply);
	return { address, state: status.startsWith("4") ? "deferred" : "rejected", status, reply: words || null };
}

/**
 * SMTP cannot report the outcome of an earlier message, and the copy in Sent is saved after it was accepted: its absence proves
 * nothing.
 */
export async function findSent(session: ImapSession, { messageId: name, signal }: SentQuery): Promise<SentAnswer> {
	const gmail = await session.gmail();
	const found = await session.work.use(async (client) => {
		const { shown, missing } = await session.folders(client);
		const path = shown.find(({ role }) => role === "sent")?.id;
		if (path === undefined || missing.some(({ id }) => id === path)) return NOWHERE;
		return find(session, client, gmail, { path, name, mode: "read" });
	}, signal);
	if (!found.isThere) return { state: "unknown" };
	return { state: "sent", id: found.id, messageId: name, threadId: null };
}

interface SentFolder {
	path: string;
	/** Whether the server saves sent messages there itself. */
	savesItself: boolean;
	/** When both must be found out again, in monotonic milliseconds. */
	until: number;
}

/** For the copies of many messages in a row. */
const sentFolders = new WeakMap<ImapSession, SentFolder>();
const KNOWN_MS = 60_000;

/** Saves the copy in Sent, unless it is there. Servers that save it themselves are only searched. */
export async function saveSent(session: ImapSession, copy: NewCopy): Promise<{ id: string | null }> {
	const gmail = await session.gmail();
	const known = sentFolders.get(session);
	if (known !== undefined && performance.now() < known.until)
		try {
			const isMissing = copy.isFirstAttempt === true && !known.savesItself;
			const at = { ...copy, path: known.path, isMissing };
			return await session.work.use((client) => saveIn(session, client, gmail, at));
		} catch {
			// It may have been renamed or deleted: servers then end the connection that has it selected.
		}
	sentFolders.delete(session);
	return session.work.use(async (client) => {
		const path = await ensureRole(session, client, "sent");
		const { id, wasThere } = await saveIn(session, client, gmail, { ...copy, path, isMissing: false });
		sentFolders.set(session, { path, savesItself: wasThere, until: performance.now() + KNOWN_MS });
		return { id };
	});
}

/** @param copy.isMissing it is certainly not there */
async function saveIn(
	session: ImapSession,
	client: ImapFlow,
	gmail: GmailPaths | null,
	{ path, raw, messageId: name, isMissing }: NewCopy & { path: string; isMissing: boolean },
): Promise<{ id: string | null; wasThere: boolean }> {
	const isFiledByServer = FILES_ITSELF.test(session.account.smtp?.host ?? "");
	if (isFiledByServer || !isMissing) {
		const found = await find(session, client, gmail, { path, name, mode: "write" });
		if (found.isThere || isFiledByServer) return { id: found.id, wasThere: true };
	}
	return { id: (await appendTo(session, client, gmail, { path, raw, flags: ["\\Seen"] })) ?? null, wasThere: false };
}

interface Found {
	isThere: boolean;
	/** Null: not there, or the server does not report it. */
	id: string | null;
}

const NOWHERE: Found = { isThere: false, id: null };

/** Finds a message by its Message-ID (RFC 9051 §6.4.4, HEADER). */
async function find(
	session: ImapSession,
	client: ImapFlow,
	gmail: GmailPaths | null,
	{ path, name, mode }: { path: string; name: string; mode: "read" | "write" },
): Promise<Found> {
	const { validity } = await select(client, path, mode);
	const [uid] = eachUid(await search(client, [atom("HEADER"), text("Message-ID"), text(`<${name}>`)]));
	if (uid === undefined) return NOWHERE;
	if (gmail !== null) return { isThere: true, id: (await idInGmail(session, client, gmail, { path, uid })) ?? null };
	return { isThere: true, id: messageId(session.keys.keyOf(path), validity, uid) };
}
