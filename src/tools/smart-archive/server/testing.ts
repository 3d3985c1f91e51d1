import { enqueueInboxEvents } from "#server/mail/inbox-events/enqueue.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startTestServer, type TestPerson, type TestServer } from "#test/server.ts";
import { smartArchiveContract } from "../contract.ts";

/** Mail for the tests of this tool, and a server that contains it. */

export interface Letter {
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
let letters = 0;

/** A message (RFC 5322) and its mbox separator line. */
export function letterOf(letter: Letter): string {
	const { from = "Ada <ada@example.org>", subject, daysAgo, text = `The text of ${subject}.`, attached = [] } = letter;
	const date = new Date(Date.now() - daysAgo * DAY);
	const [day, dayOfMonth, month, year, time] = date.toUTCString().replace(",", "").split(" ");
	const id = letter.messageId ?? `letter-${++letters}@example.org`;
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
		`X-Gmail-Labels: ${letter.labels ?? "Inbox,Opened"}`,
		`From: ${from}`,
		"To: Robin <robin@example.net>",
		`Subject: ${subject}`,
		`Date: ${date.toUTCString().replace("GMT", "+0000")}`,
		`Message-ID: <${id}>`,
		...(letter.fields ?? []),
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
	person: TestPerson;
	accountId: string;
	tool: ReturnType<typeof toolOf>;
	/** Another upload into the same mailbox. */
	add(letters: readonly Letter[]): Promise<void>;
	/** The same as new mail, delivered to the tools. */
	deliver(letters: readonly Letter[]): Promise<void>;
	drain(): Promise<void>;
	close(): Promise<void>;
}

const toolOf = (person: TestPerson) => person.client(smartArchiveContract);

/** A server with one mailbox that contains these messages. */
export async function startFixture(first: readonly Letter[]): Promise<Fixture> {
	const server = await startTestServer();
	const person = await server.signUp();
	const send = async (mail: readonly Letter[], account?: string) => {
		const bytes = new TextEncoder().encode(mail.map(letterOf).join(""));
		const query = { filename: `mail-${++letters}.mbox`, ...(account !== undefined && { account }) };
		const reply = await person.client(accountsContract).importMbox({ query }, { bytes });
		await server.ctx.jobs.drain();
		return reply.account.id;
	};
	const accountId = await send(first);
	return {
		...{ server, person, accountId, tool: toolOf(person) },
		add: async (mail) => void (await send(mail, accountId)),
		async deliver(mail) {
			const { ctx } = server;
			const [last] = await ctx.database.query<{ id: string }>(
				"select max(id::text) as id from emails where owner_id = $1",
				[person.ownerId],
			);
			await send(mail, accountId);
			// As a sync does with new mail; uploads create no inbox events.
			await ctx.database.query(
				`insert into arrivals (owner_id, account_id, email_id)
				select owner_id, account_id, id from emails where owner_id = $1 and id > $2`,
				[person.ownerId, last?.id],
			);
			await enqueueInboxEvents(ctx, person.ownerId, accountId);
			await ctx.jobs.drain();
		},
		drain: () => server.ctx.jobs.drain(),
		close: () => server.close(),
	};
}
