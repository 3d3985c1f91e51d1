import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppUnderTest, cookieOf, openApp, type TestUser } from "#test/http/app.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { deriveKey } from "../../config.ts";
import { createInvitation } from "./links/invitations.ts";

let sink: SmtpSink;
let site: AppUnderTest;
let ada: TestUser;
beforeAll(async () => {
	sink = await startSmtpSink();
	site = await openApp({ config: { smtpUrl: sink.url } });
	ada = await site.user("ada@example.org");
});
afterAll(async () => {
	site.ctx.mailer.close();
	await site.close();
	await sink.close();
});

const statusOf = async (cookie: string) => (await site.request("/api/v1/sessions", { headers: { cookie } })).status;

/** Better Auth's cookie for a token, as somebody who also has the server's secret could forge it. */
function cookieFor(token: string): string {
	const secret = deriveKey(site.ctx.config, "sessions").toString("base64url");
	const signature = createHmac("sha256", secret).update(token).digest("base64");
	return `mailstead.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** The content of all authentication tables, as text. */
async function dump(): Promise<string> {
	const tables = [
		"sessions",
		"verifications",
		"auth_accounts",
		"api_keys",
		"authorization_codes",
		"invitations",
		"security_checks",
	];
	const texts = tables.map(async (table) => {
		const row = await site.ctx.database.one<{ text: string }>(
			`select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`,
			[],
		);
		return row?.text ?? "";
	});
	return (await Promise.all(texts)).join("\n");
}

describe("what the database holds of a session", () => {
	it("cannot be used to sign in", async () => {
		const row = await site.ctx.database.one<{ token: string }>("select token from sessions where user_id = $1", [
			ada.id,
		]);
		const token = decodeURIComponent(ada.cookie.split("=")[1] ?? "").split(".")[0] ?? "";
		// The forged cookie is valid except for the token: with the real one it is the session's own.
		expect(await statusOf(cookieFor(token))).toBe(200);
		expect(await statusOf(cookieFor(row?.token ?? ""))).toBe(401);
		expect(row?.token).not.toContain(token);
	});

	it("contains none of the secrets that users and programs hold", async () => {
		const secrets: string[] = [decodeURIComponent(ada.cookie.split("=")[1] ?? "").split(".")[0] ?? ""];
		const made = await site.post(
			"/api/v1/api-keys",
			{ name: "k", scopes: ["mail:read"] },
			{ "x-security-check": "", cookie: ada.cookie },
		);
		secrets.push(((await made.json()) as { secret: string }).secret);
		await site.post("/api/auth/sign-in/magic-link", { email: ada.email });
		await site.post("/api/auth/request-password-reset", { email: ada.email });
		for (const page of ["link", "reset"]) {
			const pattern = new RegExp(`/auth/${page}[^#\\s]*#([\\w.-]+)`);
			const found = () =>
				sink.received.flatMap(({ raw }) => pattern.exec(raw.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1] ?? []);
			await expect.poll(() => found().length, { timeout: 10_000 }).toBeGreaterThan(0);
			secrets.push(found()[0] ?? "");
		}
		secrets.push((await createInvitation(site.ctx.database, ada.id, { note: "", days: 1, now: Date.now() })).token);
		secrets.push((await site.solve()).split(":")[0] ?? "");
		const text = await dump();
		expect(secrets).toHaveLength(6);
		for (const secret of secrets) {
			expect(secret.length).toBeGreaterThan(20);
			expect(text).not.toContain(secret);
		}
	});
});

describe("sessions", () => {
	it("continue, are prolonged and end as before", async () => {
		const cookie = cookieOf(await site.post("/api/auth/sign-in/email", ada));
		await site.ctx.database.exec("update sessions set expires_at = expires_at - interval '2 days'", []);
		const prolonged = await site.request("/api/v1/sessions", { headers: { cookie } });
		expect(prolonged.status).toBe(200);
		expect(prolonged.headers.getSetCookie().some((line) => line.startsWith("mailstead.session_token="))).toBe(true);
		await site.request("/api/auth/sign-out", { method: "POST", headers: { cookie } });
		expect(await statusOf(cookie)).toBe(401);
	});

	it("end everywhere else when the password changes, requested or not", async () => {
		const other = cookieOf(await site.post("/api/auth/sign-in/email", ada));
		const mine = cookieOf(await site.post("/api/auth/sign-in/email", ada));
		const reply = await site.post(
			"/api/auth/change-password",
			{ currentPassword: ada.password, newPassword: "another password", revokeOtherSessions: false },
			{ "x-security-check": "", cookie: mine },
		);
		expect(reply.status).toBe(200);
		expect([await statusOf(other), await statusOf(mine), await statusOf(cookieOf(reply))]).toEqual([401, 401, 200]);
	});
});
