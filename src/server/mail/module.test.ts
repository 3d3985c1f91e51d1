import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emailsContract } from "#shared/contracts/emails.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { disposition } from "./messages/content.ts";
import { addressesIn } from "./parse/remote-addresses.ts";

const MESSAGE = [
	"Authentication-Results: mx.example.net; spf=pass smtp.mailfrom=ann@example.org; dkim=fail header.d=example.org",
	"From: Ann <ann@example.org>",
	"To: me@example.net",
	"Subject: Two files",
	"Date: Mon, 01 Jan 2024 10:00:00 +0000",
	"Message-ID: <two@example.org>",
	"MIME-Version: 1.0",
	"Content-Type: multipart/mixed; boundary=b",
	"",
	"--b",
	"Content-Type: text/html; charset=utf-8",
	"",
	'<p>Hello</p><img src="http://127.0.0.1:9/a.png?x=1&amp;y=2">',
	"--b",
	'Content-Type: image/svg+xml; name="drawing.svg"',
	"Content-Disposition: attachment",
	"",
	"<svg><script>alert(1)</script></svg>",
	"--b",
	"Content-Type: image/png; name*=UTF-8''%E2%82%AC%22.png",
	"Content-Disposition: attachment",
	"",
	"png",
	"--b--",
	"",
].join("\r\n");

let server: TestServer;
let ann: TestUser;
let id: string;
beforeAll(async () => {
	server = await startTestServer();
	ann = await server.signUp();
	const sent = await ann.fetch("/api/v1/accounts/mbox?filename=two.eml", { method: "POST", body: MESSAGE });
	expect(sent.status).toBe(202);
	await server.ctx.jobs.drain();
	const { items } = await ann.client(emailsContract).listEmails({ query: { q: "subject:files" } });
	expect(items).toHaveLength(1);
	id = items[0]?.id ?? "";
});
afterAll(() => server.close());

describe("one message", () => {
	it("is returned whole, with its HTML and its authentication results", async () => {
		const email = await ann.client(emailsContract).getEmail({ params: { id } });
		expect(email).toMatchObject({ subject: "Two files", senderEmail: "ann@example.org", hasAttachments: true });
		expect(email.html).toContain("<p>Hello</p>");
		// Of a file with one message, no server is known whose results can be believed.
		expect(email.authentication).toBe(null);
		const { database } = server.ctx;
		await database.exec(
			`insert into receiving_servers (owner_id, account_id, domains, is_unnamed)
			select owner_id, account_id, '{example.net}', false from emails`,
			[],
		);
		expect((await ann.client(emailsContract).getEmail({ params: { id } })).authentication).toEqual({
			spf: { result: "pass", domain: "example.org" },
			dkim: { result: "fail", domain: "example.org" },
			dmarc: null,
		});
		const raw = await ann.fetch(`/api/v1/emails/${id}/raw?download=true`);
		expect(await raw.text()).toBe(MESSAGE);
		expect(raw.headers.get("content-disposition")).toBe(
			"attachment; filename=\"Two files.eml\"; filename*=UTF-8''Two%20files.eml",
		);
	});

	it("serves attachments that run nothing, and displays only safe types", async () => {
		const drawing = await ann.fetch(`/api/v1/emails/${id}/attachments/0?inline=true`);
		expect(drawing.headers.get("content-type")).toBe("application/octet-stream");
		expect(drawing.headers.get("content-disposition")).toMatch(/^attachment/);
		expect(drawing.headers.get("content-security-policy")).toContain("sandbox");
		expect(drawing.headers.get("x-content-type-options")).toBe("nosniff");
		const picture = await ann.fetch(`/api/v1/emails/${id}/attachments/1?inline=true`);
		expect(picture.headers.get("content-type")).toBe("image/png");
		expect(picture.headers.get("content-disposition")).toMatch(/^inline; .*filename\*=UTF-8''%E2%82%AC/);
		expect((await ann.fetch(`/api/v1/emails/${id}/attachments/2`)).status).toBe(404);
	});

	it("fetches no picture that it does not show, and none from a private host", async () => {
		const image = async (url: string) => {
			const response = await ann.fetch(`/api/v1/emails/${id}/image?url=${encodeURIComponent(url)}`);
			return ((await response.json()) as { code: string }).code;
		};
		expect(await image("http://example.com/b.png")).toBe("not-in-message");
		expect(await image("http://127.0.0.1:9/a.png?x=1&y=2")).not.toBe("not-in-message");
	});

	it("is hidden from other users", async () => {
		const bob = await server.signUp();
		for (const path of ["", "/raw", "/attachments/0", "/image?url=http%3A%2F%2F127.0.0.1%3A9%2Fa.png"])
			expect((await bob.fetch(`/api/v1/emails/${id}${path}`)).status).toBe(404);
	});
});

describe("attachment file names and image URLs", () => {
	it("cannot break out of the header", () => {
		expect(disposition("attachment", 'a"b\r\nSet-Cookie: x/../é.pdf')).toBe(
			"attachment; filename=\"a'b__Set-Cookie: x_..__.pdf\"; filename*=UTF-8''a%22b__Set-Cookie%3A%20x_.._%C3%A9.pdf",
		);
	});

	it("are found in attributes, srcset and styles", () => {
		const html = `<img src="//x.org/a"><img srcset="https://x.org/b 1x, https://x.org/c, https://x.org/d 2x">
			<p style="background:url(https://x.org/e?f=1&amp;g=2)">`;
		for (const path of ["a", "b", "c", "d", "e?f=1&g=2"]) expect(addressesIn(html)).toContain(`https://x.org/${path}`);
	});
});
