import { afterEach, beforeEach, expect, test } from "vitest";
import { testMessage } from "../dovecot/account.ts";
import { type Microsoft, startMicrosoft } from "./microsoft.ts";
import { type ApiClient, apiClientFor } from "./request.ts";

const ANN = "ann@outlook.example";
const BACK = "http://localhost:3000/auth/outlook/callback";
let microsoft: Microsoft;
let accessToken: string;
let refreshToken: string;
let api: ApiClient;
beforeEach(async () => {
	microsoft = await startMicrosoft();
	({ accessToken, refreshToken } = await microsoft.token(ANN));
	api = apiClientFor(`${microsoft.apiUrl}/v1.0`, () => accessToken);
});
afterEach(() => microsoft.close());

const tokenWith = async (fields: Record<string, string>) => {
	const client = { client_id: microsoft.clientId, client_secret: microsoft.clientSecret };
	const reply = await fetch(`${microsoft.signInUrl}/common/oauth2/v2.0/token`, {
		method: "POST",
		body: new URLSearchParams({ ...client, ...fields }),
	});
	return (await reply.json()) as Record<string, string>;
};
const refresh = (token: string) => tokenWith({ grant_type: "refresh_token", refresh_token: token });

/** A user's way through the pages. */
async function consent(parameters: Record<string, string>, answer: "allow" | "deny"): Promise<URL> {
	const address = new URL(`${microsoft.signInUrl}/common/oauth2/v2.0/authorize`);
	address.search = new URLSearchParams({
		...{ client_id: microsoft.clientId, redirect_uri: BACK, response_type: "code", state: "mine" },
		...parameters,
	}).toString();
	const fieldsOf = (page: string) => {
		const found = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
		return new URLSearchParams([...found].map(([, name = "", value = ""]) => [name, value]));
	};
	const chooser = await (await fetch(address)).text();
	const forAnn = chooser.split("<form").find((part) => part.includes(`value="${ANN}"`)) ?? "";
	const callback = `${microsoft.signInUrl}/oauth2/v2.0/authorize/callback`;
	const post = (body: URLSearchParams) => fetch(callback, { method: "POST", body, redirect: "manual" });
	const answers = fieldsOf(await (await post(fieldsOf(forAnn))).text());
	answers.set("answer", answer);
	return new URL((await post(answers)).headers.get("location") ?? "");
}

test("grants all requested permissions at once, in any tenant", async () => {
	expect((await consent({ scope: "Mail.Read" }, "deny")).searchParams.get("error")).toBe("access_denied");
	const back = await consent({ scope: "openid offline_access User.Read Mail.Read" }, "allow");
	expect(back.searchParams.get("state")).toBe("mine");
	const code = back.searchParams.get("code") ?? "";
	const exchange = (redirectUri: string) =>
		tokenWith({ grant_type: "authorization_code", code, redirect_uri: redirectUri });
	expect((await exchange("http://localhost:3000/auth")).error).toBe("invalid_grant");
	const tokens = await exchange(BACK);
	expect(tokens).toMatchObject({ scope: "openid User.Read Mail.Read", refresh_token: expect.any(String) });
	const reader = apiClientFor(`${microsoft.apiUrl}/v1.0`, () => tokens.access_token ?? "");
	const id = microsoft.addMessage(ANN, testMessage("Fixed"));
	expect((await reader(`/me/messages/${id}`)).status).toBe(200);
	expect((await reader(`/me/messages/${id}`, { method: "PATCH", json: { isRead: true } })).status).toBe(403);
	const reply = await fetch(`${microsoft.signInUrl}/common/v2.0/.well-known/openid-configuration`);
	expect(await reply.json()).toMatchObject({
		authorization_endpoint: `${microsoft.signInUrl}/common/oauth2/v2.0/authorize`,
		token_endpoint: `${microsoft.signInUrl}/common/oauth2/v2.0/token`,
	});
});

test("expires tokens, rotates refresh tokens, and revokes them", async () => {
	expect((await api("/me")).body.mail).toBe(ANN);
	microsoft.advance(3600);
	expect((await api("/me")).status).toBe(401);
	const renewed = await refresh(refreshToken);
	expect(renewed.refresh_token).not.toBe(refreshToken);
	accessToken = renewed.access_token ?? "";
	expect((await api("/me")).status).toBe(200);
	// A used refresh token stays valid there.
	expect((await refresh(refreshToken)).access_token).toBeDefined();
	expect(microsoft.refreshes()).toBe(2);
	expect(
		(await tokenWith({ grant_type: "refresh_token", refresh_token: refreshToken, client_secret: "x" })).error,
	).toBe("invalid_client");
	microsoft.revoke(ANN);
	expect((await api("/me")).status).toBe(401);
	expect((await refresh(renewed.refresh_token ?? "")).error).toBe("invalid_grant");
	accessToken = "made-up";
	expect((await api("/me")).status).toBe(401);
});

test("limits a mailbox to four concurrent requests", async () => {
	microsoft.limit({ retryAfter: 2 });
	const release = microsoft.hold();
	const answers = Array.from({ length: 8 }, () => api("/me/mailFolders"));
	// Four are refused while the other four are still being answered.
	const replies: Awaited<(typeof answers)[number]>[] = [];
	for (const answer of answers) void answer.then((reply) => replies.push(reply));
	await expect.poll(() => replies.length, { timeout: 20_000 }).toBe(4);
	const refused = [...replies];
	expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
	release();
	const statuses = (await Promise.all(answers)).map(({ status }) => status);
	expect(statuses.filter((status) => status === 200)).toHaveLength(4);
	expect(refused[0]?.headers.get("retry-after")).toBe("2");
	expect(refused[0]?.body).toMatchObject({ error: { code: "ApplicationThrottled" } });
	expect(microsoft.peakConcurrency(ANN)).toBe(4);
	const requests = Array.from({ length: 20 }, (_, index) => ({ id: String(index), method: "GET", url: "/me" }));
	const { body } = await api<{ responses: { status: number }[] }>("/$batch", { json: { requests } });
	expect(body.responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test("limits requests per ten minutes", async () => {
	microsoft.limit({ perTenMinutes: 2 });
	expect([(await api("/me")).status, (await api("/me")).status, (await api("/me")).status]).toEqual([200, 200, 429]);
	microsoft.advance(601);
	const { accessToken: later } = await microsoft.token(ANN);
	accessToken = later;
	expect((await api("/me")).status).toBe(200);
	expect(microsoft.requestsIn(600, ANN)).toBe(2);
	expect(microsoft.requests.map(({ method, status }) => `${method} ${status}`)).toEqual([
		...["me 200", "me 200", "me 429", "me 200"],
	]);
});

test("injects faults and recovers", async () => {
	const id = microsoft.addMessage(ANN, testMessage("Survivor"));
	const get = () => api(`/me/messages/${id}`);
	const statusWith = async (faults: Parameters<Microsoft["fail"]>[0]) => {
		microsoft.fail(faults);
		const { status, headers } = await get();
		return [status, headers.get("retry-after")];
	};
	expect(await statusWith({ rateLimited: 1, retryAfter: 3 })).toEqual([429, "3"]);
	expect(await statusWith({ unavailable: 1, retryAfter: 4 })).toEqual([503, "4"]);
	expect(await statusWith({ serverError: 1 })).toEqual([500, null]);
	expect(await statusWith({ expired: 1 })).toEqual([401, null]);
	microsoft.fail({ reset: 1 });
	await expect(get()).rejects.toThrow();
	microsoft.fail({ truncated: 1 });
	await expect(get()).rejects.toThrow(SyntaxError);
	microsoft.fail({ lost: 1, times: 1 });
	const move = () => api(`/me/messages/${id}/move`, { json: { destinationId: "archive" } });
	await expect(move()).rejects.toThrow();
	expect(microsoft.messages(ANN)).toMatchObject([{ folder: "Archive" }]);
	expect((await get()).status).toBe(200);
	microsoft.fail(null);
	const { body } = await api<{ "@odata.deltaLink": string }>("/me/mailFolders/inbox/messages/delta");
	for (let index = 0; index < 8; index++) microsoft.addMessage(ANN, testMessage(`Letter ${index}`));
	const rows = async () =>
		(await api<{ value: { id: string }[] }>(body["@odata.deltaLink"])).body.value.map((row) => row.id);
	const straight = await rows();
	microsoft.fail({ duplicated: 1, reordered: 1 });
	const spoilt = await rows();
	expect(spoilt.toSorted()).toEqual([...straight, ...straight].toSorted());
	expect(spoilt).not.toEqual(straight.flatMap((row) => [row, row]));
	microsoft.fail({ staleCursor: 1 });
	expect((await api(body["@odata.deltaLink"])).status).toBe(410);
});
