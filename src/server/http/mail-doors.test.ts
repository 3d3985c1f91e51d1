import { afterAll, beforeAll, expect, it } from "vitest";
import type { KeyScope } from "#shared/contract.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { signInContract } from "#shared/contracts/sign-in.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";

/** Who reads mail: programs with a key, and others who use a browser after its user has signed out. */

let server: TestServer;
let ann: TestUser;
let id: string;
beforeAll(async () => {
	server = await startTestServer();
	ann = await server.signUp();
	const mail = [
		...["From: Bob <bob@x.test>", "To: ann@x.test", "Subject: Papers", "Message-ID: <papers@x.test>"],
		...["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b", "", "--b"],
		...["Content-Type: text/plain", "", "Here they are", "--b"],
		...[
			"Content-Type: image/png; name=p.png",
			"Content-Disposition: attachment; filename=p.png",
			"",
			"png",
			"--b--",
			"",
		],
	];
	await ann.fetch("/api/v1/accounts/mbox?filename=papers.eml", { method: "POST", body: mail.join("\r\n") });
	await server.ctx.jobs.drain();
	const { items } = await ann.client(emailsContract).listEmails({ query: { q: "subject:papers" } });
	id = items[0]?.id ?? "";
});
afterAll(() => server.close());

it("a key reads mail with mail:read alone, also through tools", async () => {
	const call = async (scopes: KeyScope[], path: string, body?: object) => {
		const { secret } = await ann.client(signInContract).createApiKey({ body: { name: "script", scopes } });
		const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
		const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
		const reply = await fetch(server.url + path, { ...init, headers });
		return [reply.status, ((await reply.json()) as { code?: string }).code];
	};
	const routes: [string, object?][] = [
		["/api/v1/spam-analyzer/messages", { emailId: id }],
		["/api/v1/spam-analyzer/senders?address=bob@x.test"],
		["/api/v1/spam-analyzer/dmarc-reports"],
		["/api/v1/spam-analyzer/analyses"],
		["/api/v1/ai-personalizer/facts?email=bob@x.test"],
	];
	for (const [path, body] of routes) {
		expect([path, await call(["tools"], path, body)]).toEqual([path, [403, "scope-missing"]]);
		expect([path, await call(["mail:read"], path, body)]).toEqual([path, [403, "scope-missing"]]);
		expect([path, await call(["tools", "mail:read"], path, body)]).toEqual([path, [200, undefined]]);
	}
});

it("raw mail and attachments are not kept by the browser", async () => {
	const paths = [`/api/v1/emails/${id}/raw`, `/api/v1/emails/${id}/attachments/0`];
	for (const path of paths) {
		const reply = await ann.fetch(path);
		expect([path, reply.status, reply.headers.get("cache-control")]).toEqual([path, 200, "private, no-store"]);
		await reply.body?.cancel();
	}
});
