import { AppError } from "#kernel/errors.ts";
import { runOnMessage } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import { messagesFrom, namesOf, type ReceivedMessage } from "#kernel/own-mail.ts";
import type { Task } from "#kernel/parse.ts";
import { personName } from "../names.ts";
import type { Finding, Observation } from "../observation.ts";
import { organizationName } from "../organization-names.ts";
import type { Sender } from "../signature/signature.ts";
import type { Asked, Question, Source } from "../source.ts";

const readTask: Task<Sender, Finding[]> = {
	url: new URL("./read-message.task.ts", import.meta.url),
	timeoutMs: 10_000,
};

/** Messages that are opened for one person: the newest, and some older ones so that agreement over time shows. */
const NEWEST = 12;
const OLDER = 6;

/** A message whose body is stored. */
type Row = ReceivedMessage & { rawSha256: string };

/** The user's own mail: display names, signatures, vCards, invitations and out-of-office replies of one sender. */
export const ownMail: Source = {
	id: "own-mail",
	isRemote: false,
	async ask(ctx, question): Promise<Asked> {
		const names = await displayNames(ctx, question);
		const rows = await messagesToOpen(ctx, question);
		const sender = { email: question.email, name: names.at(0)?.value ?? "" };
		const read = await Promise.all(rows.map((row) => readOne(ctx, question, sender, row)));
		question.signal?.throwIfAborted();
		const unread = read.filter((one) => one === null).length;
		return {
			observations: [...names, ...byDomain(question.email, rows), ...read.flatMap((found) => found ?? [])],
			detail: unread === 0 ? null : `${unread} of ${rows.length} emails couldn't be read.`,
		};
	},
};

/** Names with which the address appears as sender, the most recent first. */
async function displayNames({ database }: MailContext, { ownerId, email }: Question): Promise<Observation[]> {
	return (await namesOf(database, ownerId, email)).flatMap(({ name, count, id, first, last }) => {
		const value = personName(name);
		if (value === null) return [];
		const seen = { url: null, emailId: id, count, firstSeen: first, lastSeen: last };
		return [{ field: "fullName" as const, value, kind: "display-name" as const, source: "own-mail" as const, ...seen }];
	});
}

/** The organization of the address's domain, as of the newest message. */
function byDomain(email: string, [newest]: readonly Row[]): Observation[] {
	const value = organizationName(email);
	if (value === null || newest === undefined) return [];
	const seen = { url: null, emailId: newest.id, count: 1, firstSeen: newest.at, lastSeen: newest.at };
	return [{ field: "company", value, kind: "domain", source: "own-mail", ...seen }];
}

/** Messages to open. A message that only quotes or lists others is short of a signature, and costs no more than that. */
async function messagesToOpen({ database }: MailContext, { ownerId, email }: Question): Promise<Row[]> {
	const received = await messagesFrom(database, ownerId, email, { limit: 400 });
	const rows = received.flatMap((row) => (row.rawSha256 === null ? [] : [{ ...row, rawSha256: row.rawSha256 }]));
	const older = rows.slice(NEWEST);
	const step = Math.max(1, Math.floor(older.length / OLDER));
	return [...rows.slice(0, NEWEST), ...older.filter((_, index) => index % step === 0).slice(0, OLDER)];
}

/** What one message says; null: it could not be read. */
async function readOne(
	ctx: MailContext,
	{ ownerId, isBackground }: Question,
	sender: Sender,
	row: Row,
): Promise<Observation[] | null> {
	try {
		const task = { ...readTask, isBackground };
		const found = await runOnMessage(ctx, ownerId, row, { task, input: sender });
		const seen = { url: null, emailId: row.id, count: 1, firstSeen: row.at, lastSeen: row.at };
		return found.map((one) => ({ ...one, source: "own-mail" as const, ...seen }));
	} catch (cause) {
		if (cause instanceof AppError && cause.status < 500 && cause.status !== 429) return null;
		throw cause;
	}
}
