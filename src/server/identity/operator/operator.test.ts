import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { contactContract } from "#shared/contracts/contact.ts";
import { operatorContract } from "#shared/contracts/operator.ts";
import { makeMbox } from "#test/mail-file.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { wholeList } from "#web/lib/api/all-pages.ts";

let server: TestServer;
let sink: SmtpSink;
let operator: TestUser;

beforeAll(async () => {
	sink = await startSmtpSink();
	server = await startTestServer({
		env: { SIGN_UP: "invite", SMTP_URL: sink.url, BASE_URL: "https://mail.example.org" },
	});
	operator = await server.signUp();
	const bytes = new TextEncoder().encode(makeMbox({ count: 20 }));
	await operator.client(accountsContract).importMbox({ query: { filename: "mine.mbox" } }, { bytes });
	await server.ctx.jobs.drain();
});
afterAll(async () => {
	await server.close();
	await sink.close();
});

const codeOf = (answer: Promise<unknown>): Promise<string> =>
	answer.then(
		() => "done",
		(cause: ApiError) => `${cause.status} ${cause.code}`,
	);

/**
 * Signs up as the page does.
 * @returns the status and the problem code
 */
async function signUp(email: string, invitation?: string, password = "correct horse battery"): Promise<string> {
	const check = (await (await fetch(`${server.url}/api/v1/security-check`)).json()) as {
		token: string;
		a: number;
		b: number;
	};
	const reply = await fetch(`${server.url}/api/auth/sign-up/email`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			origin: server.url,
			"x-security-check": `${check.token}:${check.a + check.b}`,
			...(invitation && { "x-invitation": invitation }),
		},
		body: JSON.stringify({ name: "New Person", email, password }),
	});
	const { code } = (await reply.json()) as { code?: string };
	return code === undefined ? String(reply.status) : `${reply.status} ${code}`;
}

async function invite(note = ""): Promise<{ id: string; token: string; url: string }> {
	const { invitation, url } = await operator.client(operatorContract).createInvitation({ body: { note } });
	return { id: invitation.id, url, token: new URL(url).searchParams.get("invitation") ?? "" };
}

it("reports the server's status, and measures its disk usage", async () => {
	const routes = operator.client(operatorContract);
	const overview = await routes.getOperatorOverview();
	expect(overview).toMatchObject({ people: 1, accounts: 1, messages: 20, signUp: "invite" });
	expect(overview.health).toMatchObject({ waitingSince: null, failedLastDay: 0 });
	expect(overview.database.sizeBytes).toBeGreaterThan(1_000_000);
	const storage = await routes.getOperatorStorage();
	expect(storage.blobs.files).toBe(20);
	expect(storage.blobs.bytes).toBe(overview.mailBytes);
	expect(storage.uploads.files).toBe(1);
	expect(storage.freeBytes).toBeGreaterThan(0);
});

describe("jobs", () => {
	it("are listed with their user, and a failed one can be retried", async () => {
		const routes = operator.client(operatorContract);
		const { items } = await routes.listAllJobs({ query: {} });
		const [job] = items;
		expect(job).toMatchObject({ kind: "sync", state: "done", user: operator.email });
		expect(await codeOf(routes.retryAnyJob({ params: { id: job?.id ?? "" } }))).toBe("409 not-over");
		await server.ctx.database.exec("update jobs set state = 'failed', error = 'Out of luck.' where id = $1", [job?.id]);
		const paged = await wholeList((cursor) => routes.listAllJobs({ query: { limit: 1, cursor } }));
		expect(paged.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
		const failed = await routes.listAllJobs({ query: { state: "failed" } });
		expect([failed.items.map(({ error }) => error), failed.counts.failed]).toEqual([["Out of luck."], 1]);
		await routes.retryAnyJob({ params: { id: job?.id ?? "" } });
		await server.ctx.jobs.drain();
		expect((await routes.listAllJobs({ query: {} })).items[0]).toMatchObject({
			id: job?.id,
			state: "done",
			error: null,
		});
	});

	it("that do not exist cannot be canceled", async () => {
		const id = "01a1f767-c935-77a0-bb9e-6bd6c560a3af";
		expect(await codeOf(operator.client(operatorContract).cancelAnyJob({ params: { id } }))).toBe("404 not-found");
	});
});

describe("event subscribers", () => {
	it("are listed page by page, parked ones first", async () => {
		const routes = operator.client(operatorContract);
		// Also several that fail since the same time.
		await server.ctx.database.exec(
			`insert into stream_cursors (owner_id, subscriber, ordering_key, position, attempts, failing_since, error, parked_at)
			select $1, 'block-filter.filters', 'account ' || n, 0, 10, '2026-01-05'::timestamptz + (n / 3) * interval '1.0004 s',
				'No such rule.', case when n % 2 = 0 then now() end from generate_series(1, 7) n`,
			[operator.ownerId],
		);
		const { items } = await routes.listFailingSubscribers({ query: {} });
		expect(items.map(({ parkedAt }) => parkedAt === null)).toEqual([...Array(3).fill(false), ...Array(4).fill(true)]);
		for (const limit of [1, 2, 3]) {
			const paged = await wholeList((cursor) => routes.listFailingSubscribers({ query: { limit, cursor } }));
			expect(paged.items).toEqual(items);
		}
		await server.ctx.database.exec("delete from stream_cursors", []);
	});

	it("that are parked are reported with their error, and can be retried", async () => {
		const routes = operator.client(operatorContract);
		expect(await routes.listFailingSubscribers({ query: {} })).toEqual({ items: [], nextCursor: null });
		const key = { ownerId: operator.ownerId, subscriber: "block-filter.filters", orderingKey: "an account" };
		expect(await codeOf(routes.retrySubscriber({ body: key }))).toBe("409 not-failing");
		await server.ctx.database.exec(
			`insert into stream_cursors (owner_id, subscriber, ordering_key, position, attempts, failing_since, error, parked_at)
			values ($1, $2, $3, 0, 10, now(), 'No such rule.', now())`,
			[key.ownerId, key.subscriber, key.orderingKey],
		);
		const { items } = await routes.listFailingSubscribers({ query: {} });
		expect(items).toMatchObject([
			{
				...key,
				user: operator.email,
				error: "No such rule.",
				attempts: 10,
				parkedAt: expect.any(String),
				waiting: 0,
			},
		]);
		expect(await (await operator.fetch("/readyz")).json()).toMatchObject({ subscribers: { failing: 0, parked: 1 } });
		expect(await (await operator.fetch("/metrics")).text()).toContain(
			'mailstead_failing_subscribers{state="parked"} 1',
		);
		await routes.retrySubscriber({ body: key });
		await server.ctx.jobs.drain();
		const cursor = await server.ctx.database.one("select attempts, parked_at from stream_cursors", []);
		expect(cursor).toEqual({ attempts: 0, parked_at: null });
	});
});

describe("system mail", () => {
	it("is tested with a real email, and the server's response is returned", async () => {
		const routes = operator.client(operatorContract);
		expect(await routes.getSystemMail()).toMatchObject({ configured: true, server: new URL(sink.url).host });
		const result = await routes.sendTestMail({ body: { to: "ops@example.org" } });
		expect([result.sent, result.answer]).toEqual([true, expect.stringContaining("250")]);
		expect(sink.received.at(-1)).toMatchObject({ to: ["ops@example.org"] });
		sink.refuse("552 The mailbox is full");
		const refused = await routes.sendTestMail({ body: { to: "ops@example.org" } });
		sink.refuse(null);
		expect([refused.sent, refused.answer]).toEqual([false, expect.stringContaining("552 The mailbox is full")]);
	});
});

it("reports what Google and Microsoft sign-in still need", async () => {
	const { items } = await operator.client(operatorContract).checkSignInProviders();
	expect(items.map(({ id, missing }) => [id, missing])).toEqual([
		["google", ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"]],
		["microsoft", ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"]],
	]);
	expect(items.map(({ redirects }) => redirects.map(({ url }) => url.replace(server.url, "")))).toEqual([
		["/auth/callback", "/auth", "/auth/gmail/callback"],
		["/auth/callback", "/auth", "/auth/outlook/callback"],
	]);
	const names = items.map(({ scopes }) => scopes.flatMap((one) => one.names));
	expect(names[0]).toEqual(
		expect.arrayContaining(["https://www.googleapis.com/auth/gmail.send", "https://mail.google.com/"]),
	);
	expect(names[1]).toEqual(expect.arrayContaining(["Mail.Send", "Mail.Read", "MailboxSettings.ReadWrite"]));
	expect(items.map(({ mailboxes }) => mailboxes)).toEqual([
		{ total: 0, readOnly: 0 },
		{ total: 0, readOnly: 0 },
	]);
});

it("deletes a message of the contact form", async () => {
	const contact = operator.client(contactContract);
	await contact["send-contact-email"]({
		body: { name: "Vi", email: "vi@example.org", subject: "Hello", message: "Hi" },
	});
	const [message] = (await contact.listContactMessages({ query: {} })).items;
	const routes = operator.client(operatorContract);
	const params = { id: message?.id ?? "" };
	await routes.deleteContactMessage({ params });
	expect((await contact.listContactMessages({ query: {} })).items).toEqual([]);
	expect(await codeOf(routes.deleteContactMessage({ params }))).toBe("404 not-found");
});

describe("an invitation", () => {
	it("lets one user sign up, once", async () => {
		const { token, url } = await invite("Ada");
		expect(url).toMatch(/^https:\/\/mail\.example\.org\/auth\?mode=sign-up&invitation=/);
		expect(await signUp("ada@example.org")).toBe("403 sign-up-closed");
		expect(await signUp("ada@example.org", "made-up")).toBe("403 invitation-invalid");
		expect(await signUp("ada@example.org", token)).toBe("200");
		expect(await signUp("bea@example.org", token)).toBe("403 invitation-invalid");
		const [used] = (await operator.client(operatorContract).listInvitations()).items;
		expect(used).toMatchObject({ note: "Ada", usedBy: "ada@example.org", usedAt: expect.any(String) });
		const made = [await invite("One"), await invite("Two")].map(({ id }) => id);
		const paged = await wholeList((cursor) =>
			operator.client(operatorContract).listInvitations({ query: { limit: 2, cursor } }),
		);
		expect(paged.items.map(({ id }) => id)).toEqual([made[1], made[0], used?.id]);
		for (const id of made) await operator.client(operatorContract).deleteInvitation({ params: { id } });
	});

	it("is not used up by a failed sign-up", async () => {
		const { token } = await invite();
		expect(await signUp("cleo@example.org", token, "short")).toMatch(/^400/);
		// The address is taken: the response does not reveal it, and no user was created.
		expect(await signUp("ada@example.org", token)).toBe("200");
		expect(await signUp("cleo@example.org", token)).toBe("200");
	});

	it("lets one of two concurrent sign-ups in", async () => {
		const { token } = await invite();
		const answers = await Promise.all([signUp("dan@example.org", token), signUp("eve@example.org", token)]);
		expect(answers.sort()).toEqual(["200", "403 invitation-invalid"]);
	});

	it("is invalid once revoked or expired", async () => {
		const [withdrawn, old] = [await invite(), await invite()];
		await operator.client(operatorContract).deleteInvitation({ params: { id: withdrawn.id } });
		await server.ctx.database.exec("update invitations set expires_at = now() where id = $1", [old.id]);
		expect(await signUp("fay@example.org", withdrawn.token)).toBe("403 invitation-invalid");
		expect(await signUp("fay@example.org", old.token)).toBe("403 invitation-invalid");
	});
});
