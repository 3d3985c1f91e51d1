import { publishInboxEvents } from "#server/mail/inbox-events/publish.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { smartArchiveContract } from "../contract.ts";

/** Mail for the tests of this tool, and a server that contains it. */

export interface TestMessage {
	from?: string;
	subject: string;
	/** Age relative to now. */
	daysAgo: number;
	/** Folder and flags as in Google's exports. */
	labels?: string;
	text?: string;
	messageId?: string;
	/** Attachments of so many bytes. */
	attached?: { name: string; type: string; bytes: number }[];
	fields?: string[];
}

const DAY = 86_400_000;
let messages = 0;

/** A message (RFC 5322) and its mbox separator line. */
export function makeMessage(message: TestMessage): string {
	const { from = "Ada <ada@example.org>", subject, daysAgo, text = `The text of ${subject}.`, attached = [] } = message;
	const date = new Date(Date.now() - daysAgo * DAY);
	const [day, dayOfMonth, month, year, time] = date.toUTCString().replace(",", "").split(" ");
	const id = message.messageId ?? `letter-${++messages}@example.org`;
	const parts = attached.flatMap(({ name, type, bytes }) => [
		"--b",
		`Content-Type: ${type}; name="${name}"`,
		`Content-Disposition: attachment; filename="${name}"`,
		"Content-Transfer-Encoding: base64",
		"",
		...(Buffer.alloc(bytes, name)
			.toString("base64")
			.match(/.{1,76}/g) ?? []),
	]);
	return [
		`From sender@example.org ${day} ${month} ${dayOfMonth?.padStart(2)} ${time} ${year}`,
		`X-Gmail-Labels: ${message.labels ?? "Inbox,Opened"}`,
		`From: ${from}`,
		"To: Robin <robin@example.net>",
		`Subject: ${subject}`,
		`Date: ${date.toUTCString().replace("GMT", "+0000")}`,
		`Message-ID: <${id}>`,
		...(message.fields ?? []),
		"MIME-Version: 1.0",
		'Content-Type: multipart/mixed; boundary="b"',
		"",
		"--b",
		"Content-Type: text/plain; charset=utf-8",
		"",
		text,
		...parts,
		"--b--",
		"",
		"",
	].join("\n");
}

export interface Fixture {
	server: TestServer;
	user: TestUser;
	accountId: string;
	tool: ReturnType<typeof toolOf>;
	/** Another upload into the same mailbox. */
	add(messages: readonly TestMessage[]): Promise<void>;
	/** The same as new mail, delivered to the tools. */
	deliver(messages: readonly TestMessage[]): Promise<void>;
	drain(): Promise<void>;
	close(): Promise<void>;
}

const toolOf = (user: TestUser) => user.client(smartArchiveContract);

/** A server with one mailbox that contains these messages. */
export async function startFixture(first: readonly TestMessage[]): Promise<Fixture> {
	const server = await startTestServer();
	const user = await server.signUp();
	const send = async (mail: readonly TestMessage[], account?: string) => {
		const bytes = new TextEncoder().encode(mail.map(makeMessage).join(""));
		const query = { filename: `mail-${++messages}.mbox`, ...(account !== undefined && { account }) };
		const reply = await user.client(accountsContract).importMbox({ query }, { bytes });
		await server.ctx.jobs.drain();
		return reply.account.id;
	};
	const accountId = await send(first);
	return {
		...{ server, user, accountId, tool: toolOf(user) },
		add: async (mail) => void (await send(mail, accountId)),
		async deliver(mail) {
			const { ctx } = server;
			const last = await ctx.database.one<{ id: string }>(
				"select max(id::text) as id from emails where owner_id = $1",
				[user.ownerId],
			);
			await send(mail, accountId);
			// As a sync does with new mail; uploads create no inbox events.
			await ctx.database.exec(
				`insert into inbox_events (owner_id, account_id, email_id)
				select owner_id, account_id, id from emails where owner_id = $1 and id > $2`,
				[user.ownerId, last?.id],
			);
			await publishInboxEvents(ctx, user.ownerId, accountId);
			await ctx.jobs.drain();
		},
		drain: () => server.ctx.jobs.drain(),
		close: () => server.close(),
	};
}
