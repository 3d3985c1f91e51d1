import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { urlOf } from "#shared/client.ts";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import type { RouteInput } from "#test/isolation.ts";
import type { TestServer, TestUser } from "#test/server.ts";
import { fixtures, mbox, startTwoPeople, type TwoPeople } from "#test/two-people.ts";
import type { MountedRoute } from "./mount.ts";
import { describeApi } from "./openapi.ts";

/**
 * Tests every route: a new one is covered through its contract, or fails here until it is. Tools prepare what their own
 * routes address.
 */
let people: TwoPeople;
let server: TestServer;
let routes: MountedRoute[];
let ada: TestUser;
let bea: TestUser;
let account: string;
let ids: Record<string, string>;
beforeAll(async () => {
	people = await startTwoPeople();
	({ server, routes, ada, bea, account, ids } = people);
});
afterAll(() => people?.server.close());

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
	// It has been sent.
	retryOutgoing: "not-waiting",
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
			if (code === "") await reply.body?.cancel();
		}
	});

	it("that is not public leaves nothing in the browser's cache", async () => {
		const reading = routes.filter(
			({ spec }) => spec.method === "GET" && spec.access !== "public" && spec.path.startsWith("/api/"),
		);
		const raw = reading.filter(({ spec }) => "raw" in spec);
		expect(raw.map(({ id }) => id)).toEqual(
			expect.arrayContaining(["getAttachment", "getDraftAttachment", "getRawEmail"]),
		);
		for (const route of reading) {
			const reply = await call(ada, route, pathOf(route, ids, ids.emails));
			expect([route.id, reply.headers.get("cache-control")]).toEqual([route.id, expect.stringMatching(/\bno-store\b/)]);
			await reply.body?.cancel();
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
