import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultBrand, setBrand } from "#shared/brand.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { signInContract } from "#shared/contracts/sign-in.ts";
import { OAuthClient } from "#test/oauth-client.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { createApiKeys } from "../auth/keys/api-keys.ts";
import { isRedirectAllowed, isRegistered } from "./redirects.ts";

const CALLBACK = "http://127.0.0.1:9/callback";

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
});
afterAll(() => server.close());

/** A client that has been sent to the authorization endpoint. @returns what its browser brings to the consent page */
async function begin(redirectUrl = CALLBACK): Promise<{ client: OAuthClient; request: string }> {
	const client = new OAuthClient(server.url, "Desk helper", redirectUrl);
	await expect(client.connect()).rejects.toBeInstanceOf(UnauthorizedError);
	const response = await fetch(client.authorizationUrl ?? "", { redirect: "manual" });
	expect(response.status).toBe(302);
	const page = new URL(response.headers.get("location") ?? "", server.url);
	expect(page.pathname).toBe("/settings/authorize");
	return { client, request: page.searchParams.get("request") ?? "" };
}

async function approve(request: string, access: "mail:read" | "mail:plan" | "mail:write" = "mail:plan"): Promise<URL> {
	const { redirectTo } = await ada.client(signInContract).approveClient({ body: { request, access } });
	return new URL(redirectTo);
}

const codeIn = (url: URL): string => url.searchParams.get("code") ?? "";

function exchange(client: OAuthClient, code: string, more: Record<string, string> = {}): Promise<Response> {
	const form = {
		...{ grant_type: "authorization_code", code, redirect_uri: CALLBACK, code_verifier: client.verifier },
		...{ client_id: client.information?.client_id ?? "", ...more },
	};
	return fetch(`${server.url}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
}

const statusOf = async (response: Promise<Response>): Promise<unknown[]> => {
	const { status, body } = await response.then(async (one) => ({
		status: one.status,
		body: (await one.json()) as object,
	}));
	return [status, "error" in body ? body.error : null];
};

/** Whoever has no room for the client's key is told so before the client is. */
async function expectRoomFirst(request: string): Promise<void> {
	const user = await server.signUp();
	const { database } = server.ctx;
	// One of them is a client's whose access has ended: it makes room.
	await database.exec(
		`insert into api_keys (id, user_id, name, key_hash, key_prefix, scopes, created_at, expires_at, client)
		select gen_random_uuid(), $1, 'Key', sha256(convert_to($1 || n, 'UTF8')), 'x', '{mail:read}', now(),
			case when n = 1 then now() - interval '1 day' end, case when n = 1 then 'somewhere' end
		from generate_series(1, 50) n`,
		[user.ownerId],
	);
	const allow = () => user.client(signInContract).approveClient({ body: { request, access: "mail:read" } });
	expect((await allow()).redirectTo).toContain("code=");
	await createApiKeys(database, server.ctx.now).create(user.ownerId, { name: "Last", scopes: ["mail:read"] });
	const message = "There are 50 keys already. Delete one that you no longer use.";
	await expect(allow()).rejects.toMatchObject({ status: 409, code: "too-many-keys", message });
}

describe("an AI client of the official SDK", () => {
	it("signs in, may do what the user chose and nothing else, until its key is deleted", async () => {
		const { client, request } = await begin();
		await expectRoomFirst(request);
		expect(await ada.client(signInContract).getClientRequest({ query: { request } })).toMatchObject({
			...{ name: "Desk helper", returnsTo: "127.0.0.1:9", wanted: "mail:write" },
			refusal: expect.stringContaining("error=access_denied") as string,
		});
		const answer = await approve(request);
		expect(answer.href.startsWith(CALLBACK)).toBe(true);
		expect(answer.searchParams.get("state")).toBe(client.state());
		expect(answer.searchParams.get("iss")).toBe(server.url);
		await client.finish(codeIn(answer));
		expect(client.stored).toMatchObject({ token_type: "Bearer", expires_in: 7_776_000, scope: "mail:plan tools" });
		const connected = await client.connect();
		const tools = (await connected.listTools()).tools.map(({ name }) => name);
		expect(tools).toEqual(expect.arrayContaining(["search_emails", "plan_change", "list_contacts"]));
		expect(tools).not.toContain("apply_plan");
		const { content } = await connected.callTool({ name: "search_emails", arguments: { q: "" } });
		expect(JSON.stringify(content)).toContain("untrusted-data");

		// It is for the MCP server alone.
		const headers = { authorization: `Bearer ${client.stored?.access_token}` };
		expect((await fetch(`${server.url}/api/v1/emails`, { headers })).status).toBe(401);
		const { items } = await ada.client(signInContract).listApiKeys();
		expect(items).toMatchObject([{ name: "Desk helper", client: "127.0.0.1:9", scopes: ["mail:plan", "tools"] }]);
		await ada.client(signInContract).deleteApiKey({ params: { id: items[0]?.id ?? "" } });
		await expect(connected.listTools()).rejects.toThrow();
		await expect(client.connect()).rejects.toBeInstanceOf(UnauthorizedError);
		await connected.close();
	});

	it("is refused by the user, and gives its key back", async () => {
		const { client, request } = await begin();
		const { refusal } = await ada.client(signInContract).getClientRequest({ query: { request } });
		expect(new URL(refusal).searchParams.get("error")).toBe("access_denied");
		await client.finish(codeIn(await approve(request, "mail:read")));
		const token = client.stored?.access_token ?? "";
		const revoke = (body: Record<string, string>) =>
			fetch(`${server.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams(body) });
		// Keys that the user made are not revoked so.
		const body = { name: "script", scopes: ["mail:read" as const] };
		const { secret } = await ada.client(signInContract).createApiKey({ body });
		expect([(await revoke({ token })).status, (await revoke({ token: secret })).status]).toEqual([200, 200]);
		await expect(client.connect()).rejects.toBeInstanceOf(UnauthorizedError);
		const headers = { authorization: `Bearer ${secret}` };
		expect((await fetch(`${server.url}/api/v1/emails`, { headers })).status).toBe(200);
	});
});

describe("consent", () => {
	/** The request for other scopes, as the authorization endpoint passes it on. */
	const asking = (request: string, scope: string): string => {
		const query = new URLSearchParams(Buffer.from(request, "base64url").toString());
		query.set("scope", scope);
		return Buffer.from(query.toString()).toString("base64url");
	};
	const grant = async (scope: string, access: "mail:read" | "mail:plan" | "mail:write") => {
		const { client, request } = await begin();
		await client.finish(codeIn(await approve(asking(request, scope), access)));
		const { items } = await ada.client(signInContract).listApiKeys();
		for (const { id } of items) await ada.client(signInContract).deleteApiKey({ params: { id } });
		return client.stored?.scope;
	};

	it("gives at most what the client asked for, whatever the page sends", async () => {
		await expect(grant("mail:read tools", "mail:write")).rejects.toMatchObject({ code: "bad-client-request" });
		await expect(grant("mail:plan", "mail:write")).rejects.toMatchObject({ code: "bad-client-request" });
		expect(await grant("mail:write", "mail:plan")).toBe("mail:plan");
		expect(await grant("mail:read", "mail:read")).toBe("mail:read");
		expect(await grant("mail:write tools", "mail:read")).toBe("mail:read tools");
	});

	it.each([
		"Mailstead",
		"mailstead assistant",
		"M\u0430ilstead",
		"Ｍail-stead",
		"Mai1stead",
		"The M a i l s t e a d app",
	])("is not asked for an app that is called like the product: %s", async (client_name) => {
		const reply = await fetch(`${server.url}/oauth/register`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ client_name, redirect_uris: [CALLBACK] }),
		});
		expect([reply.status, await reply.json()]).toMatchObject([400, { error: "invalid_client_metadata" }]);
	});

	it("is not given for requests that are too long", async () => {
		const tooLong = [400, { error: "invalid_request", error_description: expect.stringContaining("16384 bytes") }];
		const token = `token=${"x".repeat(16_384)}`;
		const reply = await fetch(`${server.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams(token) });
		expect([reply.status, await reply.json()]).toEqual(tooLong);
		const query = `/oauth/authorize?client_id=${"x".repeat(6_000)}`;
		const asked = await fetch(`${server.url}${query}`, { redirect: "manual" });
		expect([asked.status, await asked.text()]).toEqual([400, expect.stringContaining("This request is too long.")]);
	});

	it("is not given for an app that registered before the product was called so", async () => {
		const { request } = await begin();
		const signIn = ada.client(signInContract);
		expect((await signIn.getClientRequest({ query: { request } })).name).toBe("Desk helper");
		setBrand({ ...defaultBrand, name: "Desk" });
		try {
			const refused = { code: "bad-client-request" };
			await expect(signIn.getClientRequest({ query: { request } })).rejects.toMatchObject(refused);
			const body = { request, access: "mail:read" } as const;
			await expect(signIn.approveClient({ body })).rejects.toMatchObject(refused);
		} finally {
			setBrand(defaultBrand);
		}
	});
});

describe("a code", () => {
	it("is valid once; used again, it ends what it gave", async () => {
		const { client, request } = await begin();
		const code = codeIn(await approve(request));
		await client.finish(code);
		const connected = await client.connect();
		expect(await statusOf(exchange(client, code))).toEqual([400, "invalid_grant"]);
		await expect(connected.listTools()).rejects.toThrow();
		await connected.close();
	});

	it("leaves no key when it is used twice at the same time", async () => {
		const { client, request } = await begin();
		const code = codeIn(await approve(request));
		await Promise.all([exchange(client, code), exchange(client, code)]);
		const { items } = await ada.client(signInContract).listApiKeys();
		expect(items.filter((key) => key.client !== null)).toEqual([]);
	});

	it("is valid for its client, address and verifier, and for five minutes", async () => {
		const other = await begin("https://helper.example/callback");
		const wrong: Record<string, string>[] = [
			{ code_verifier: "x".repeat(43) },
			{ redirect_uri: "http://127.0.0.1:9/other" },
			{ client_id: other.client.information?.client_id ?? "" },
		];
		for (const more of wrong) {
			const { client, request } = await begin();
			const code = codeIn(await approve(request));
			expect([more, ...(await statusOf(exchange(client, code, more)))]).toEqual([more, 400, "invalid_grant"]);
			expect(await statusOf(exchange(client, code))).toEqual([400, "invalid_grant"]);
		}
		const { client, request } = await begin();
		const code = codeIn(await approve(request));
		const row = await server.ctx.database.one<{ seconds: number }>(
			"select extract(epoch from expires_at - now())::int as seconds from authorization_codes where used_at is null",
			[],
		);
		expect(row?.seconds).toBeGreaterThan(290);
		expect(row?.seconds).toBeLessThanOrEqual(300);
		await server.ctx.database.exec("update authorization_codes set expires_at = now() where used_at is null", []);
		expect(await statusOf(exchange(client, code))).toEqual([400, "invalid_grant"]);
		expect(await statusOf(exchange(client, code, { client_id: "made.up" }))).toEqual([400, "invalid_client"]);
		expect(await statusOf(exchange(client, code, { grant_type: "password" }))).toEqual([400, "unsupported_grant_type"]);
	});
});

it("rejects requests without PKCE, from unknown clients, to other redirect URIs or for other servers", async () => {
	const { request } = await begin();
	const query = new URLSearchParams(Buffer.from(request, "base64url").toString());
	const changed = (name: string, value: string): string => {
		const copy = new URLSearchParams(query);
		copy.set(name, value);
		return Buffer.from(copy.toString()).toString("base64url");
	};
	const requests = [
		changed("code_challenge_method", "plain"),
		changed("code_challenge", ""),
		changed("client_id", `${query.get("client_id")}x`),
		changed("redirect_uri", "https://evil.example/callback"),
		changed("resource", "https://evil.example/mcp"),
		changed("response_type", "token"),
	];
	for (const one of requests)
		await expect(approve(one), one).rejects.toMatchObject({ status: 400, code: "bad-client-request" });
	// Any port of the user's computer is the client's.
	expect((await approve(changed("redirect_uri", "http://127.0.0.1:4567/callback"))).port).toBe("4567");
	// Not a program with a key, whatever it may do.
	const body = { name: "script", scopes: ["mail:write" as const, "tools" as const] };
	const { secret } = await ada.client(signInContract).createApiKey({ body });
	const reply = await fetch(`${server.url}/api/v1/client-requests`, {
		method: "POST",
		headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
		body: JSON.stringify({ request, access: "mail:write" }),
	});
	expect(reply.status).toBe(403);
	expect((await ada.client(emailsContract).listEmails()).total).toBe(0);
});

it("registers safe redirect URIs only, and removes invisible characters from names", async () => {
	const register = async (metadata: object) => {
		const headers = { "content-type": "application/json" };
		const response = await fetch(`${server.url}/oauth/register`, {
			...{ method: "POST", headers, body: JSON.stringify(metadata) },
		});
		return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
	};
	expect(await register({ redirect_uris: [CALLBACK], client_name: "Mail\u202Etxt" })).toMatchObject({
		...{ status: 201, client_name: "Mailtxt", token_endpoint_auth_method: "none" },
	});
	expect(await register({ redirect_uris: ["https://helper.example/cb"] })).toMatchObject({
		client_name: "helper.example",
	});
	for (const uri of ["javascript:alert(1)", "http://helper.example/", "data:text/html,x", "https://a.example/#x", "no"])
		expect([uri, await register({ redirect_uris: [uri] })]).toMatchObject([
			uri,
			{ status: 400, error: "invalid_redirect_uri" },
		]);
	expect(await register({})).toMatchObject({ status: 400, error: "invalid_client_metadata" });
	expect(isRedirectAllowed("cursor://anysphere.cursor-mcp/oauth/callback")).toBe(true);
	expect(isRedirectAllowed("com.example.helper:/callback")).toBe(true);
	expect(isRedirectAllowed("mailto:a@b.example")).toBe(false);
	expect(isRegistered(["https://a.example/cb"], "https://a.example:8443/cb")).toBe(false);
});
