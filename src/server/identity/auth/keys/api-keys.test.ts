import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { KeyScope } from "#shared/contract.ts";
import { defineContract } from "#shared/contract.ts";
import { type AppUnderTest, openApp, type TestUser } from "#test/http/app.ts";
import { modules } from "../../../modules.ts";
import { implement } from "../../../platform/http/implement.ts";
import { scopeOf } from "./scopes.ts";

const reply = z.object({ owner: z.string() });
const contract = defineContract({
	readMail: { method: "GET", path: "/api/v1/emails", summary: "-", reply },
	planChange: { method: "POST", path: "/api/v1/plans", scope: "mail:plan", summary: "-", reply },
	changeMail: { method: "POST", path: "/api/v1/emails", summary: "-", reply },
	readTool: { method: "GET", path: "/api/v1/unsubscriber/senders", scope: "tools", summary: "-", reply },
	useTool: { method: "POST", path: "/api/v1/unsubscriber/senders", scope: "tools", summary: "-", reply },
	operate: { method: "GET", path: "/api/v1/operator", summary: "-", access: "operator", reply },
	changeServer: { method: "POST", path: "/api/v1/operator", summary: "-", access: "operator", reply },
	mySettings: { method: "GET", path: "/api/v1/settings", summary: "-", reply },
	sensitive: { method: "POST", path: "/api/v1/emails/all", summary: "-", fresh: true, reply },
});

let site: AppUnderTest;
let ada: TestUser;
let bea: TestUser;
beforeAll(async () => {
	const me = ({ caller }: { caller: { ownerId: string } }) => ({ owner: caller.ownerId });
	const handlers = Object.fromEntries(Object.keys(contract).map((id) => [id, me])) as never;
	site = await openApp({ routes: () => [implement(contract, handlers)] });
	ada = await site.user("ada@example.org");
	bea = await site.user("bea@example.org");
});
afterAll(() => site.close());

async function keyFor(user: TestUser, scopes: KeyScope[], more: object = {}): Promise<{ id: string; secret: string }> {
	const headers = { "x-security-check": "", cookie: user.cookie };
	const made = await site.post("/api/v1/api-keys", { name: "script", scopes, ...more }, headers);
	expect(made.status).toBe(201);
	const { key, secret } = (await made.json()) as { key: { id: string }; secret: string };
	return { id: key.id, secret };
}

const with_ = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** Which of the routes above accept a key. */
async function open(secret: string): Promise<string[]> {
	const opened: string[] = [];
	for (const [id, { method, path }] of Object.entries(contract)) {
		const answer = await site.request(path, { method, headers: with_(secret) });
		if (answer.ok) opened.push(id);
		else expect([id, answer.status]).toEqual([id, 403]);
	}
	return opened;
}

describe("an API key", () => {
	it.each<[KeyScope[], string[]]>([
		[["mail:read"], ["readMail"]],
		[["mail:plan"], ["readMail", "planChange"]],
		[["mail:write"], ["readMail", "planChange", "changeMail"]],
		[["tools"], ["readTool", "useTool"]],
		[["operator"], ["operate"]],
	])("with %j opens %j and nothing else", async (scopes, routes) => {
		expect(await open((await keyFor(ada, scopes)).secret)).toEqual(routes);
	});

	it("does not authorize operator routes", async () => {
		expect(await open((await keyFor(bea, ["operator"])).secret)).toEqual([]);
	});

	it("authenticates as its user, whatever cookie is sent", async () => {
		const { secret } = await keyFor(bea, ["mail:read"]);
		const answer = await site.request("/api/v1/emails", { headers: { ...with_(secret), cookie: ada.cookie } });
		expect(await answer.json()).toEqual({ owner: bea.id });
	});

	it("cannot access sessions, keys, identities or Better Auth", async () => {
		const { secret } = await keyFor(ada, ["mail:read", "mail:write", "tools", "operator"]);
		for (const path of ["/api/v1/sessions", "/api/v1/api-keys", "/api/v1/identities"])
			expect([path, (await site.request(path, { headers: with_(secret) })).status]).toEqual([path, 403]);
		const session = await site.request("/api/auth/get-session", { headers: with_(secret) });
		expect(await session.json()).toBe(null);
	});

	it("is invalid once deleted or expired", async () => {
		const [gone, over] = [await keyFor(ada, ["mail:read"]), await keyFor(ada, ["mail:read"], { days: 1 })];
		const status = async (secret: string) => (await site.request("/api/v1/emails", { headers: with_(secret) })).status;
		expect([await status(gone.secret), await status(over.secret)]).toEqual([200, 200]);
		const foreign = await site.request(`/api/v1/api-keys/${gone.id}`, {
			method: "DELETE",
			headers: { cookie: bea.cookie },
		});
		expect([foreign.status, await status(gone.secret)]).toEqual([404, 200]);
		await site.request(`/api/v1/api-keys/${gone.id}`, { method: "DELETE", headers: { cookie: ada.cookie } });
		await site.ctx.database.exec("update api_keys set expires_at = now() - interval '1 second' where id = $1", [
			over.id,
		]);
		expect([await status(gone.secret), await status(over.secret)]).toEqual([401, 401]);
		expect([await status("mailstead_made-up"), await status("x".repeat(10_000))]).toEqual([401, 401]);
	});

	it("is shown once, stored as a hash, and listed with its last use", async () => {
		const { id, secret } = await keyFor(ada, ["mail:read"]);
		await site.request("/api/v1/emails", { headers: with_(secret) });
		const text = await (await site.request("/api/v1/api-keys", { headers: { cookie: ada.cookie } })).text();
		expect(text).not.toContain(secret);
		const { items } = JSON.parse(text) as { items: { id: string; prefix: string; lastUsedAt: string | null }[] };
		const listed = items.find((item) => item.id === id);
		expect(secret.startsWith(listed?.prefix ?? "?")).toBe(true);
		expect(listed?.lastUsedAt).toMatch(/^\d{4}-/);
		const row = await site.ctx.database.one<{ row: string }>("select k::text as row from api_keys k where id = $1", [
			id,
		]);
		expect(row?.row).not.toContain(secret.slice(15));
	});

	it("can only be created in a fresh session", async () => {
		const carl = await site.user("carl@example.org");
		await site.ctx.database.exec(
			"update sessions set created_at = created_at - interval '16 minutes' where user_id = $1",
			[carl.id],
		);
		const headers = { "x-security-check": "", cookie: carl.cookie };
		const refused = await site.post("/api/v1/api-keys", { name: "k", scopes: ["mail:read"] }, headers);
		expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, "fresh-session-needed"]);
	});
});

describe("the product's routes", () => {
	it("require only the read scope to read, and never accept it for changes", () => {
		// Handlers are not called: the contracts suffice.
		const ctx = { ...site.ctx, providers: new Map() };
		const routes = modules.flatMap((module) => module.routes(ctx));
		const specs = routes.flatMap(({ contract: c }) => Object.values(c)).filter(({ access }) => access !== "public");
		expect(specs.length).toBeGreaterThan(20);
		for (const spec of specs) {
			const scope = scopeOf(spec);
			if (spec.method !== "GET") expect(scope, spec.path).not.toBe("mail:read");
		}
	});
});
