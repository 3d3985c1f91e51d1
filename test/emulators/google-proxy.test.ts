import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testMessage } from "../dovecot/account.ts";
import { type Google, startGoogle } from "./google.ts";
import { type ApiClient, apiClientFor } from "./request.ts";

const ANN = "ann@gmail.example";
const BACK = "http://localhost:3000/auth/gmail/callback";
const GMAIL = "https://www.googleapis.com/auth/gmail.";
let google: Google;
let accessToken: string;
let refreshToken: string;
let api: ApiClient;
beforeEach(async () => {
	google = await startGoogle();
	({ accessToken, refreshToken } = await google.token(ANN));
	api = apiClientFor(google.apiUrl, () => accessToken);
});
afterEach(() => google.close());

const PROFILE = "/gmail/v1/users/me/profile";
const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });
const client = () => ({ client_id: google.clientId, client_secret: google.clientSecret });
const refresh = async (token: string) => {
	const reply = await fetch(
		`${google.signInUrl}/token`,
		form({ grant_type: "refresh_token", refresh_token: token, ...client() }),
	);
	return (await reply.json()) as Record<string, string>;
};

/** A user's way through the pages. @param ticked granted scopes; null: they cancel */
async function consent(parameters: Record<string, string>, ticked: string[] | null): Promise<URL> {
	const address = new URL(`${google.signInUrl}/o/oauth2/v2/auth`);
	address.search = new URLSearchParams({
		...{ client_id: google.clientId, redirect_uri: BACK, response_type: "code", state: "mine" },
		...parameters,
	}).toString();
	const fieldsOf = (page: string) =>
		[...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
			name,
			value.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
		]);
	const chooser = await (await fetch(address)).text();
	const forAnn = chooser.split("<form").find((part) => part.includes(`value="${ANN}"`)) ?? "";
	const callback = `${google.signInUrl}/o/oauth2/v2/auth/callback`;
	const reply = await fetch(callback, { ...form(Object.fromEntries(fieldsOf(forAnn))), redirect: "manual" });
	if (reply.status === 302) return new URL(reply.headers.get("location") ?? "");
	const answer = new URLSearchParams(fieldsOf(await reply.text()));
	answer.set("answer", ticked === null ? "deny" : "allow");
	for (const scope of ticked ?? []) answer.append("allowed", scope);
	const back = await fetch(callback, { method: "POST", body: answer, redirect: "manual" });
	return new URL(back.headers.get("location") ?? "");
}

const exchange = async (back: URL, more: Record<string, string> = {}) => {
	const fields = { grant_type: "authorization_code", code: back.searchParams.get("code") ?? "", redirect_uri: BACK };
	const reply = await fetch(`${google.signInUrl}/token`, form({ ...fields, ...client(), ...more }));
	return (await reply.json()) as Record<string, string>;
};

test("asks which scopes to grant, and grants only those", async () => {
	const scope = `openid email profile ${GMAIL}readonly ${GMAIL}modify`;
	const back = await consent({ scope, access_type: "offline", prompt: "consent" }, [`${GMAIL}readonly`]);
	expect(back.searchParams.get("state")).toBe("mine");
	const tokens = await exchange(back);
	expect(tokens).toMatchObject({ refresh_token: expect.any(String), expires_in: 3599, token_type: "Bearer" });
	expect(tokens.scope?.split(" ").sort()).toEqual(
		[
			`${GMAIL}readonly`,
			"https://www.googleapis.com/auth/userinfo.email",
			"https://www.googleapis.com/auth/userinfo.profile",
			"openid",
		].sort(),
	);
	const withThese = apiClientFor(google.apiUrl, () => tokens.access_token ?? "");
	const id = google.addMessage(ANN, testMessage("Fixed"));
	expect((await withThese(`/gmail/v1/users/me/messages/${id}`)).status).toBe(200);
	const refused = await withThese(`/gmail/v1/users/me/messages/${id}/modify`, { json: { addLabelIds: ["STARRED"] } });
	expect(refused.status).toBe(403);
	expect(refused.body).toMatchObject({ error: { errors: [{ reason: "insufficientPermissions" }] } });
	const user = (await withThese("/oauth2/v2/userinfo")).body;
	expect(user).toMatchObject({ email: ANN, name: "Ann Example", verified_email: true });
	const picture = await fetch(String(user.picture));
	expect(picture.headers.get("content-type")).toBe("image/png");
	expect((await exchange(back)).error).toBe("invalid_grant");
});

test("redirects back on denial, and asks for no consent for sign-in only", async () => {
	expect((await consent({ scope: `${GMAIL}modify` }, null)).searchParams.get("error")).toBe("access_denied");
	const tokens = await exchange(await consent({ scope: "openid email" }, []));
	expect(tokens).not.toHaveProperty("refresh_token");
	expect((await apiClientFor(google.apiUrl, () => tokens.access_token ?? "")(PROFILE)).status).toBe(403);
});

test("checks the redirect URI and PKCE, and includes earlier grants on request", async () => {
	const parameters = { scope: `${GMAIL}readonly`, code_challenge: "x".repeat(43), code_challenge_method: "S256" };
	expect((await exchange(await consent(parameters, [`${GMAIL}readonly`]))).error).toBe("invalid_grant");
	const back = await consent({ scope: `${GMAIL}readonly` }, [`${GMAIL}readonly`]);
	expect((await exchange(back, { redirect_uri: "http://localhost:3000/auth" })).error).toBe("redirect_uri_mismatch");
	const more = await consent({ scope: `${GMAIL}readonly`, include_granted_scopes: "true" }, [`${GMAIL}readonly`]);
	expect((await exchange(more)).scope).toContain(`${GMAIL}modify`);
});

test("expires, refreshes and revokes tokens", async () => {
	expect((await api(PROFILE)).body.emailAddress).toBe(ANN);
	google.advance(3600);
	expect((await api(PROFILE)).status).toBe(401);
	accessToken = (await refresh(refreshToken)).access_token ?? "";
	expect((await api(PROFILE)).status).toBe(200);
	google.expire(ANN);
	expect((await api(PROFILE)).status).toBe(401);
	accessToken = (await refresh(refreshToken)).access_token ?? "";
	expect(google.refreshes()).toBe(2);
	const revoke = async () => (await fetch(`${google.signInUrl}/revoke`, form({ token: refreshToken }))).status;
	expect(await revoke()).toBe(200);
	expect(await revoke()).toBe(400);
	expect((await api(PROFILE)).status).toBe(401);
	expect((await refresh(refreshToken)).error).toBe("invalid_grant");
	({ accessToken, refreshToken } = await google.token(ANN));
	google.revoke(ANN);
	expect((await api(PROFILE)).status).toBe(401);
	expect((await refresh(refreshToken)).error).toBe("invalid_grant");
	accessToken = "made-up";
	expect((await api(PROFILE)).status).toBe(401);
});

test("does not delete permanently without the full scope", async () => {
	const id = google.addMessage(ANN, testMessage("Kept"));
	expect((await api(`/gmail/v1/users/me/messages/${id}`, { method: "DELETE" })).status).toBe(403);
	expect(google.messages(ANN)).toHaveLength(1);
});

test("counts quota units per user and project, and rejects requests beyond the limit", async () => {
	const id = google.addMessage(ANN, testMessage("Counted"));
	google.limit({ perUser: 45, retryAfter: 7 });
	const get = () => api(`/gmail/v1/users/me/messages/${id}`);
	expect([(await get()).status, (await get()).status]).toEqual([200, 200]);
	const refused = await get();
	expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
	expect(refused.body).toMatchObject({ error: { errors: [{ domain: "usageLimits", reason: "rateLimitExceeded" }] } });
	expect((await api("/gmail/v1/users/me/labels")).status).toBe(200);
	expect(google.unitsIn(60)).toBe(41);
	expect(google.requests.map(({ method, units, status }) => [method, units, status])).toEqual([
		["messages.get", 20, 200],
		["messages.get", 20, 200],
		["messages.get", 0, 429],
		["labels.list", 1, 200],
	]);
	google.limit({ perProject: 45, status: 403 });
	const project = await get();
	expect([project.status, project.headers.has("retry-after")]).toEqual([403, false]);
	google.advance(61);
	expect((await get()).status).toBe(200);
	expect(google.unitsIn(60, "somebody@else.example")).toBe(0);
});

test("publishes changes to Pub/Sub during a watch", async () => {
	const notifications: string[] = [];
	const subscriber = createServer((request, reply) => {
		request.setEncoding("utf8").on("data", (text: string) => notifications.push(text));
		request.on("end", () => reply.end());
	});
	await new Promise<void>((resolve) => subscriber.listen(0, "127.0.0.1", resolve));
	google.pushTo(`http://localhost:${(subscriber.address() as AddressInfo).port}`);
	google.addMessage(ANN, testMessage("Unwatched"));
	const watch = { topicName: "projects/p/topics/t" };
	expect((await api("/gmail/v1/users/me/watch", { json: { topicName: "t" } })).status).toBe(400);
	const { body } = await api("/gmail/v1/users/me/watch", { json: watch });
	expect(Number(body.expiration)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
	google.addMessage(ANN, testMessage("Watched"));
	await expect.poll(() => notifications.length).toBe(1);
	const notice = JSON.parse(notifications[0] ?? "") as { message: { data: string } };
	expect(JSON.parse(Buffer.from(notice.message.data, "base64").toString())).toEqual({
		emailAddress: ANN,
		historyId: expect.stringMatching(/^\d+$/),
	});
	await api("/gmail/v1/users/me/stop", { method: "POST" });
	google.addMessage(ANN, testMessage("Unwatched again"));
	expect(google.published).toHaveLength(1);
	await new Promise((resolve) => subscriber.close(resolve));
});

test("injects faults and recovers", async () => {
	const id = google.addMessage(ANN, testMessage("Survivor"));
	const get = () => api(`/gmail/v1/users/me/messages/${id}`);
	const statusWith = async (faults: Parameters<Google["fail"]>[0]) => {
		google.fail(faults);
		return (await get()).status;
	};
	expect(await statusWith({ rateLimited: 1, retryAfter: 3 })).toBe(429);
	expect(await statusWith({ forbidden: 1 })).toBe(403);
	expect(await statusWith({ serverError: 1 })).toBe(500);
	expect(await statusWith({ unavailable: 1 })).toBe(503);
	expect(await statusWith({ expired: 1 })).toBe(401);
	expect(await statusWith({ serverError: 1, only: ({ path }) => path.endsWith("/labels") })).toBe(200);
	google.fail({ reset: 1 });
	await expect(get()).rejects.toThrow();
	google.fail({ truncated: 1 });
	await expect(get()).rejects.toThrow(SyntaxError);
	google.fail({ lost: 1, times: 1 });
	const modify = () => api(`/gmail/v1/users/me/messages/${id}/modify`, { json: { addLabelIds: ["STARRED"] } });
	await expect(modify()).rejects.toThrow();
	expect(google.messages(ANN)[0]?.labels).toContain("STARRED");
	expect([google.struck(), (await modify()).status]).toEqual([1, 200]);
	google.fail(null);
	expect((await get()).status).toBe(200);
});

test("distorts lists of changes, deterministically by seed", async () => {
	const { body: before } = await api(PROFILE);
	for (let index = 0; index < 8; index++) google.addMessage(ANN, testMessage(`Letter ${index}`));
	const history = async (faults: Parameters<Google["fail"]>[0]) => {
		google.fail(faults);
		const { body } = await api<{ history: { id: string }[] }>(
			`/gmail/v1/users/me/history?startHistoryId=${before.historyId}`,
		);
		return body.history.map(({ id }) => id);
	};
	const straight = await history(null);
	const spoilt = await history({ seed: 4, duplicated: 1, reordered: 1 });
	expect(spoilt).toHaveLength(16);
	expect(spoilt.toSorted()).toEqual([...straight, ...straight].toSorted());
	expect(spoilt).not.toEqual(straight.flatMap((id) => [id, id]));
	expect(await history({ seed: 4, duplicated: 1, reordered: 1 })).toEqual(spoilt);
	google.fail({ staleCursor: 1 });
	expect((await api(`/gmail/v1/users/me/history?startHistoryId=${before.historyId}`)).status).toBe(404);
});

test("replaces Message-IDs of sent mail on request", async () => {
	const other = await startGoogle({ newMessageIds: true });
	const tokens = await other.token(ANN);
	const raw = Buffer.from(testMessage("Renamed")).toString("base64url");
	await apiClientFor(other.apiUrl, () => tokens.accessToken)("/gmail/v1/users/me/messages/send", { json: { raw } });
	const sent = other.messages(ANN)[0]?.raw.toString() ?? "";
	expect(sent).toMatch(/^Message-ID: <\S+@mail\.gmail\.com>\r\n/);
	expect(sent).toContain("X-Google-Original-Message-ID: <Renamed@example.org>");
	await other.close();
});
