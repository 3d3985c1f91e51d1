import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contactContract } from "#shared/contracts/contact.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";

const submission = {
	name: "Bea Vale",
	email: "bea@example.org",
	subject: "A question\nabout mbox",
	message: "Dear operator,\n\ncan it read my old mail?\n",
};

let sink: SmtpSink;
let server: TestServer;
let operator: TestUser;

async function begin(env: Record<string, string>): Promise<void> {
	server = await startTestServer({ env: { TRUST_PROXY: "on", ...env } });
	operator = await server.signUp("operator@example.org");
}

/** Sent as a page of the server does, from a new client address by default. */
let visitor = 0;
function write(body: object, from = `192.0.2.${++visitor}`): Promise<Response> {
	return fetch(`${server.url}/api/v1/contact`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: server.url, "x-forwarded-for": from },
		body: JSON.stringify(body),
	});
}

/** Emails from the form; signing up sends some, too. */
const mailed = () => sink.received.filter(({ raw }) => raw.includes("sent this with the contact form"));

const stored = async () => (await operator.client(contactContract).listContactMessages({ query: {} })).items;

describe("the contact form with an SMTP server", () => {
	beforeAll(async () => {
		sink = await startSmtpSink();
		await begin({ SMTP_URL: sink.url, BASE_URL: "http://localhost:3000" });
	});
	beforeEach(() => server.ctx.database.query("delete from contact_messages", []));
	afterEach(() => {
		sink.received.length = 0;
		sink.refuse(null);
	});
	afterAll(async () => {
		await server.close();
		await sink.close();
	});

	it("stores a message and emails it to the operator, with Reply-To set", async () => {
		const reply = await write(submission);
		expect([reply.status, await reply.json()]).toEqual([200, { success: true }]);
		await server.ctx.jobs.drain();
		const [mail] = mailed();
		expect(mail?.to).toEqual(["operator@example.org"]);
		expect(mail?.raw).toMatch(/^Subject: \[Mailstead\] A question about mbox$/m);
		expect(mail?.raw).toMatch(/^Reply-To: Bea Vale <bea@example\.org>$/m);
		expect(mail?.raw).toContain("can it read my old mail?");
		const [storedMessage] = await stored();
		expect(storedMessage).toMatchObject({ name: "Bea Vale", email: "bea@example.org", isSuspectedSpam: false });
		expect(storedMessage?.mailedAt).toEqual(expect.any(String));
	});

	it("retries when the mail server rejects it", async () => {
		sink.refuse("452 4.3.1 Later");
		await write(submission);
		await expect.poll(async () => (await operator.fetch("/api/v1/jobs?active=true")).text()).toContain("queued");
		expect((await stored())[0]?.mailedAt).toBeNull();
		sink.refuse(null);
		await server.ctx.jobs.drain();
		expect(mailed()).toHaveLength(1);
		expect((await stored())[0]?.mailedAt).not.toBeNull();
	});

	it("stores what a bot submitted, emails none of it, and does not reveal it", async () => {
		const reply = await write({ ...submission, website: "https://spam.example" });
		expect(await reply.json()).toEqual({ success: true });
		await server.ctx.jobs.drain();
		expect(mailed()).toEqual([]);
		expect(await stored()).toMatchObject([{ isSuspectedSpam: true, mailedAt: null }]);
	});

	it("requires every field, and a valid address", async () => {
		const reply = await write({ name: "  ", email: "bea@", subject: "", message: "" });
		expect(reply.status).toBe(400);
		const { fields } = (await reply.json()) as { fields: Record<string, string> };
		expect(Object.keys(fields).sort()).toEqual(["email", "message", "name", "subject"]);
		expect(fields.email).toBe("Please enter a valid email address.");
		expect((await write({ ...submission, message: "x".repeat(10_001) })).status).toBe(400);
		expect(await stored()).toEqual([]);
	});

	it("accepts what a database cannot store", async () => {
		expect((await write({ ...submission, message: "one\0two \ud800" })).status).toBe(200);
		expect((await stored())[0]?.message).toMatch(/^onetwo/);
	});

	it("limits the rate per client", async () => {
		for (let n = 0; n < 5; n++) expect((await write(submission, "198.51.100.7")).status).toBe(200);
		const reply = await write(submission, "198.51.100.7");
		expect(reply.status).toBe(429);
		expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
		expect((await write(submission, "198.51.100.8")).status).toBe(200);
	});

	it("rejects cross-site requests", async () => {
		const reply = await fetch(`${server.url}/api/v1/contact`, {
			method: "POST",
			headers: { "content-type": "application/json", origin: "https://evil.example" },
			body: JSON.stringify(submission),
		});
		expect(reply.status).toBe(403);
	});

	it("lists the messages for the operator only, page by page", async () => {
		for (const subject of ["one", "two", "three"]) await write({ ...submission, subject });
		const client = operator.client(contactContract);
		const first = await client.listContactMessages({ query: { limit: 2 } });
		expect(first.items.map(({ subject }) => subject)).toEqual(["three", "two"]);
		const second = await client.listContactMessages({ query: { limit: 2, cursor: first.nextCursor ?? "" } });
		expect([second.items.map(({ subject }) => subject), second.nextCursor]).toEqual([["one"], null]);
		const other = await server.signUp();
		expect((await other.fetch("/api/v1/contact/messages")).status).toBe(403);
		expect((await fetch(`${server.url}/api/v1/contact/messages`)).status).toBe(401);
	});

	it("is deleted with the user who wrote it", async () => {
		const user = await server.signUp();
		await user.client(contactContract)["send-contact-email"]({ body: submission });
		expect(await stored()).toHaveLength(1);
		await server.ctx.database.exec("delete from users where id = $1", [user.ownerId]);
		expect(await stored()).toEqual([]);
	});
});

describe("the contact form without one", () => {
	beforeAll(() => begin({}));
	afterAll(() => server.close());

	it("stores the message for the operator to read", async () => {
		expect((await write(submission)).status).toBe(200);
		await server.ctx.jobs.drain();
		expect(await stored()).toMatchObject([{ name: "Bea Vale", mailedAt: null }]);
	});
});

describe("CONTACT_EMAIL", () => {
	it("sets the recipient instead of the operator", async () => {
		sink = await startSmtpSink();
		await begin({ SMTP_URL: sink.url, CONTACT_EMAIL: "desk@example.org" });
		await write(submission);
		await server.ctx.jobs.drain();
		expect(mailed()[0]?.to).toEqual(["desk@example.org"]);
		await server.close();
		await sink.close();
	});
});
