import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { urlOf } from "#shared/client.ts";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { exportsContract } from "#shared/contracts/settings.ts";
import { signInContract } from "#shared/contracts/sign-in.ts";
import { smallDemo } from "#test/demo.ts";
import type { IsolationFixture, RouteInput } from "#test/isolation.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { sendMail } from "../mail/send/send-mail.ts";
import { modules } from "../registry.ts";
import { type MountedRoute, routesOf } from "./mount.ts";
import { describeApi } from "./openapi.ts";

/**
 * Tests every route: a new one is covered through its contract, or fails here until it is. Tools prepare what their own
 * routes address.
 */
const fixtures = Object.values(
	import.meta.glob<IsolationFixture>("../../tools/*/server/testing/isolation.ts", { eager: true, import: "isolation" }),
);

const mbox = [
	"From ada@example.org Mon Jan  5 10:00:00 2026",
	"From: Ada <ada@example.org>",
	"To: bea@example.org",
	"Subject: Private plans",
	"Message-ID: <one@example.org>",
	"Date: Mon, 5 Jan 2026 10:00:00 +0000",
	"MIME-Version: 1.0",
	'Content-Type: multipart/mixed; boundary="b"',
	"",
	"--b",
	"Content-Type: text/plain",
	"",
	"Nobody else may read this.",
	"--b",
	'Content-Type: text/plain; name="secret.txt"',
	'Content-Disposition: attachment; filename="secret.txt"',
	"",
	"secret",
	"--b--",
	"",
].join("\n");

let server: TestServer;
let routes: MountedRoute[];
let ada: TestUser;
let bea: TestUser;
let account: string;
/** Ada's ids, keyed by the path segment after `/api/v1/`, or by the first two. */
let ids: Record<string, string>;

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
	routes = routesOf(modules.flatMap((module) => module.routes(server.ctx)));
	ada = await server.signUp();
	bea = await server.signUp();
	const imported = await ada
		.client(accountsContract)
		.importMbox({ query: { filename: "ada.mbox" } }, { bytes: new TextEncoder().encode(mbox) });
	await server.ctx.jobs.drain();
	account = imported.account.id;
	const { items } = await ada.client(emailsContract).listEmails({ query: { account } });
	const email = items[0]?.id ?? "";
	const plan = await ada.client(plansContract).createPlan({ body: { action: "archive", ids: [email] } });
	const upload = await ada.client(uploadsContract).createUpload({ body: { filename: "more.mbox", sizeBytes: 10 } });
	const { operation } = await ada.client(plansContract).applyPlan({ params: { id: plan.id } });
	const made = await ada.client(exportsContract).createExport();
	await server.ctx.jobs.drain();
	const unapplied = await ada.client(plansContract).createPlan({ body: { action: "trash", ids: [email] } });
	const signIn = ada.client(signInContract);
	const { key } = await signIn.createApiKey({ body: { name: "a program", scopes: ["mail:read"] } });
	await server.ctx.database.query(
		`insert into auth_accounts (id, account_id, provider_id, user_id, updated_at) values ($1, 'subject', 'microsoft', $2, now())`,
		["01a1f767-c935-77a0-bb9e-6bd6c560a3b0", ada.ownerId],
	);
	const demo = (await ada.client(accountsContract).startDemo()).account.id;
	const outgoing = await sendMail(server.ctx, {
		...{ ownerId: ada.ownerId, accountId: demo, idempotencyKey: "plans", priority: "interactive" },
		...{ to: [{ name: "", email: "bea@example.org" }], message: { subject: "Plans", text: "Private" } },
	});
	await server.ctx.jobs.drain();
	await server.ctx.database.query(
		`insert into model_calls (owner_id, id, purpose, model, host, is_own, state, started_at)
		values ($1, $2, 'summary', 'llama', 'localhost', false, 'done', now())`,
		[ada.ownerId, made.export.id],
	);
	await server.ctx.database.query(
		`with made as (
			insert into webhooks (owner_id, id, url, events, secret, created_at)
			values ($1, $2, 'https://example.org/', '{email.sent}', '', now()) returning owner_id, id
		)
		insert into webhook_deliveries (owner_id, id, webhook_id, event, event_key, occurred_at, data, state, created_at)
		select owner_id, id, id, 'email.sent', 'plans', now(), '{}', 'failed', now() from made`,
		[ada.ownerId, made.export.id],
	);
	ids = {
		"ai/calls": made.export.id,
		accounts: account,
		webhooks: made.export.id,
		"webhook-deliveries": made.export.id,
		outgoing: outgoing.id,
		emails: email,
		conversations: items[0]?.threadId ?? "",
		jobs: imported.job.id,
		plans: unapplied.id,
		operations: operation.id,
		uploads: upload.id,
		exports: made.export.id,
		sessions: (await signIn.listSessions()).items[0]?.id ?? "",
		"api-keys": key.id,
		identities: (await signIn.listIdentities()).items[0]?.id ?? "",
	};
	for (const { prepare } of fixtures) Object.assign(ids, await prepare({ server, person: ada, account, email }));
});
afterAll(() => server.close());

/** A route's path with these ids filled in; other parameters are small numbers. */
function pathOf({ id, spec }: MountedRoute, known: Record<string, string>, otherwise?: string): string {
	const [part = "", collection = ""] = /^\/api\/v1\/([^/]+)(?:\/[^/{]+)?/.exec(spec.path) ?? [];
	const named = known[part.slice("/api/v1/".length)] ?? known[collection] ?? otherwise ?? "";
	const params: Record<string, string> = {};
	for (const name of Object.keys(spec.params?.shape ?? {})) params[name] = name === "id" ? named : "0";
	if (Object.values(params).includes(""))
		throw new Error(
			`${id}: say in this test, or in the tool's server/testing/isolation.ts, which of Ada's things it is called with`,
		);
	return urlOf(spec, { params });
}

/** Input that a route needs besides its path, so that only the id can be wrong. */
const extra: Record<string, RouteInput> = {
	updateConnection: { json: { email: "ada@example.org" } },
	createFolder: { json: { name: "Plans" } },
	renameFolder: { json: { folder: "archive", name: "Plans" } },
	deleteFolder: { query: { folder: "archive" } },
	getRemoteImage: { query: { url: "https://example.org/a.png" } },
	excludeFromPlan: { json: {} },
	resolveOutgoing: { json: { action: "mark_sent" } },
	appendUpload: { headers: { "upload-offset": "0" } },
	updateWebhook: { json: { state: "paused" } },
	testWebhook: { json: { event: "email.sent" } },
	...Object.assign({}, ...fixtures.map(({ inputs }) => inputs)),
};

/** Error codes that Ada herself gets where her resource has nothing of the kind. */
const codesForAda: Record<string, string> = {
	getRemoteImage: "not-in-message",
	getConnection: "not-supported",
	...Object.assign({}, ...fixtures.map(({ refusals }) => refusals)),
};

function call(user: TestUser, route: MountedRoute, path: string): Promise<Response> {
	const { query, headers, json } = extra[route.id] ?? {};
	const address = query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
	const body = route.spec.bytes ? "From x" : json && JSON.stringify(json);
	return user.fetch(address, {
		method: route.spec.method,
		headers: { ...headers, ...(json && { "content-type": "application/json" }) },
		...(body && { body }),
	});
}

/** Their parameter names a part of the product, the same for all users; who calls decides whose data it is. */
const NAMING_PARTS = new Set(["updateSettings"]);

/** Whether the route addresses a resource that belongs to a user. */
function isPersonal({ id, spec }: MountedRoute): boolean {
	return spec.params !== undefined && spec.access !== "operator" && !NAMING_PARTS.has(id);
}

it("lets only API keys that may read mail list emails", () => {
	const { paths } = describeApi(routes, { baseUrl: server.url, version: "1.2.3" });
	const hasEmail = (value: unknown): boolean =>
		typeof value === "object" &&
		value !== null &&
		(["senderEmail", "subject", "preview"].every((name) => Object.hasOwn(value, name)) ||
			Object.values(value).some(hasEmail));
	const listing = Object.entries(paths).flatMap(([path, methods]) =>
		Object.values(methods)
			.filter(({ responses }) => hasEmail(responses))
			.map(({ security }) => [path, security?.flatMap(({ key = [] }) => key)] as const),
	);
	expect(listing.length).toBeGreaterThan(8);
	expect(listing.filter(([, scopes]) => scopes?.includes("tools"))).toEqual([]);
});

describe("every route", () => {
	it("that is not public answers 401 without a session", async () => {
		const closed = routes.filter(({ spec }) => spec.access !== "public");
		expect(closed.length).toBeGreaterThan(20);
		for (const route of closed) {
			const path = pathOf(route, ids, ids.emails);
			const reply = await fetch(server.url + path, { method: route.spec.method });
			expect([route.id, reply.status]).toEqual([route.id, 401]);
		}
	});

	it("that addresses a resource answers 404 to another user", async () => {
		const naming = routes.filter(isPersonal);
		expect(naming.length).toBeGreaterThan(10);
		for (const route of naming) {
			const reply = await call(bea, route, pathOf(route, ids));
			const { code } = (await reply.json()) as { code?: string };
			expect([route.id, reply.status, code]).toEqual([route.id, 404, "not-found"]);
		}
	});

	it("for the operator answers 403 to everyone else, whatever it addresses", async () => {
		const operators = routes.filter(({ spec }) => spec.access === "operator");
		expect(operators.length).toBeGreaterThan(10);
		for (const route of operators) {
			const reply = await call(bea, route, pathOf(route, ids, ids.emails));
			const { code } = (await reply.json()) as { code?: string };
			expect([route.id, reply.status, code]).toEqual([route.id, 403, "operator-only"]);
		}
	});

	it("answers the owner, so that the ids above are valid", async () => {
		const reading = routes.filter((route) => isPersonal(route) && route.spec.method === "GET");
		for (const route of reading) {
			const reply = await call(ada, route, pathOf(route, ids));
			const code = reply.status === 200 ? "" : ((await reply.json()) as { code: string }).code;
			expect([route.id, code]).toEqual([route.id, codesForAda[route.id] ?? ""]);
		}
	});

	it("answers the same for nonexistent resources", async () => {
		const nothing = "01a1f767-c935-77a0-bb9e-6bd6c560a3af";
		const none = Object.fromEntries(Object.keys(ids).map((collection) => [collection, nothing]));
		for (const route of routes.filter(isPersonal)) {
			const [foreign, missing] = [
				await call(bea, route, pathOf(route, ids)),
				await call(bea, route, pathOf(route, none)),
			];
			const { requestId: _, ...problem } = (await foreign.json()) as Record<string, unknown>;
			expect([route.id, missing.status, await missing.json()]).toMatchObject([route.id, foreign.status, problem]);
		}
	});
});

describe("another user's ids in a query or body", () => {
	it("match nothing", async () => {
		const mail = bea.client(emailsContract);
		const codeOf = (answer: Promise<unknown>) =>
			answer.then(JSON.stringify, (cause: { status?: number }) => cause.status);
		const thread = (await ada.client(emailsContract).getEmail({ params: { id: ids.emails ?? "" } })).threadId;
		for (const query of [{ account }, { thread }, { q: "nobody" }, { folder: "archive" }, {}]) {
			const found = await codeOf(mail.listEmails({ query }));
			expect(found === 404 || String(found).includes('"items":[],"total":0'), JSON.stringify([query, found])).toBe(
				true,
			);
		}
		const plans = bea.client(plansContract);
		for (const body of [
			{ action: "trash" as const, ids: [ids.emails ?? ""] },
			{ action: "trash" as const, query: "plans", account },
		])
			expect([400, 404]).toContain(await codeOf(plans.createPlan({ body })));
		const bytes = new TextEncoder().encode(mbox);
		const accounts = bea.client(accountsContract);
		expect(await codeOf(accounts.importMbox({ query: { filename: "a.mbox", account } }, { bytes }))).toBe(404);
		expect(await codeOf(accounts.importMbox({ query: { upload: ids.uploads } }))).toBe(404);
	});

	it("appear in no list, and nothing is changed", async () => {
		const text = JSON.stringify([
			await bea.client(accountsContract).listAccounts(),
			await bea.client(jobsContract).listJobs(),
			await bea.client(plansContract).listOperations(),
		]);
		for (const id of Object.values(ids)) expect(text).not.toContain(id);
		const email = await ada.client(emailsContract).getEmail({ params: { id: ids.emails ?? "" } });
		expect([email.folder, email.subject]).toEqual(["archive", "Private plans"]);
		expect(await ada.client(uploadsContract).getUpload({ params: { id: ids.uploads ?? "" } })).toMatchObject({
			offset: 0,
		});
	});
});
