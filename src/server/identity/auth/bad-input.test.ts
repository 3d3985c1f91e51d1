import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppUnderTest, openApp, type TestUser } from "#test/http/app.ts";

let site: AppUnderTest;
let ada: TestUser;
beforeAll(async () => {
	site = await openApp();
	ada = await site.user("ada@example.org");
});
afterAll(() => site.close());

const password = "correct horse battery";
const signUp = "/api/auth/sign-up/email";

/** Sends a POST with exactly this body, as Ada. */
async function send(path: string, body: string): Promise<{ status: number; type: string; text: string }> {
	const reply = await site.request(path, {
		method: "POST",
		headers: { cookie: ada.cookie, "content-type": "application/json", "x-security-check": await site.solve() },
		body,
	});
	return { status: reply.status, type: reply.headers.get("content-type") ?? "", text: await reply.text() };
}

async function expectProblem(path: string, body: string, code: string): Promise<void> {
	const { status, type, text } = await send(path, body);
	expect([path, status, type]).toEqual([path, 400, "application/problem+json"]);
	expect(JSON.parse(text)).toMatchObject({ status: 400, code, detail: expect.stringMatching(/\w/) });
}

const nameNow = async () => {
	const reply = await site.request("/api/auth/get-session", { headers: { cookie: ada.cookie } });
	return ((await reply.json()) as { user: { name: string; image: string | null } }).user;
};

describe("a body that nests 10,000 deep", () => {
	it.each([signUp, "/api/auth/update-user", "/api/v1/api-keys"])("is rejected by %s", async (path) => {
		const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
		await expectProblem(path, deep, "json-too-deep");
		await expectProblem(path, `{"name":${deep}}`, "json-too-deep");
		await expectProblem(path, `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, "json-too-deep");
	});

	it("is distinguished from brackets within a string", async () => {
		const { status } = await send("/api/auth/update-user", JSON.stringify({ name: '"[[[[\\'.repeat(20) }));
		expect(status).toBe(200);
	});
});

describe("a NUL", () => {
	it("is rejected with a reason in any text", async () => {
		for (const [path, body] of [
			[signUp, { name: "a\0b", email: "n@example.org", password }],
			[signUp, { name: "n", email: "n\0@example.org", password }],
			["/api/auth/update-user", { name: "a\0b" }],
			["/api/auth/update-user", { name: "a", "b\0": 1 }],
			["/api/auth/request-password-reset", { email: "\0" }],
		] as const)
			await expectProblem(path, JSON.stringify(body), "invalid-text");
		const reply = await site.request("/api/auth/verify-email?token=%00", { headers: { cookie: ada.cookie } });
		expect([reply.status, (await reply.text()).length > 0]).toEqual([400, true]);
	});
});

describe("a profile", () => {
	it("has a name of limited length, also in later updates", async () => {
		const name = "x".repeat(60_000);
		await expectProblem(signUp, JSON.stringify({ name, email: "l@example.org", password }), "invalid-input");
		await expectProblem("/api/auth/update-user", JSON.stringify({ name }), "invalid-input");
		await expectProblem("/api/auth/update-user", JSON.stringify({ name: { a: 1 } }), "invalid-input");
		expect((await nameNow()).name.length).toBeLessThanOrEqual(120);
		expect((await send("/api/auth/update-user", JSON.stringify({ name: "y".repeat(120) }))).status).toBe(200);
		expect((await nameNow()).name).toBe("y".repeat(120));
	});

	it.each(["javascript:alert(1)", "data:text/html,x", "//evil.example", `https://e.example/${"x".repeat(3_000)}`, 1])(
		"rejects this picture: %s",
		async (image) => {
			await expectProblem("/api/auth/update-user", JSON.stringify({ image }), "invalid-input");
			const owner = { name: "P", email: "p@example.org", password, image };
			await expectProblem(signUp, JSON.stringify(owner), "invalid-input");
			expect((await nameNow()).image ?? null).toBe(null);
		},
	);
});

describe("a failure", () => {
	it("always has a message", async () => {
		for (const [path, body] of [
			["/api/auth/none", "{}"],
			["/api/auth/revoke-sessions", "{}"],
			["/api/auth/update-user", "not json"],
			["/api/auth/update-user", "[]"],
			["/api/auth/update-user", "null"],
			["/api/auth/change-password", "{}"],
			["/api/auth/passkey/verify-registration", "{}"],
		] as const) {
			const { status, text } = await send(path, body);
			expect([path, status >= 400 && status < 500, text.length > 0]).toEqual([path, true, true]);
		}
	});
});

describe("a common password", () => {
	it.each(["password123", "Qwerty123", "1Q2W3E4R", "aaaaaaaa", "abababab"])("is rejected: %s", async (common) => {
		for (const [path, body] of [
			[signUp, { name: "C", email: "c@example.org", password: common }],
			["/api/auth/change-password", { currentPassword: password, newPassword: common }],
			["/api/auth/reset-password", { token: "x", newPassword: common }],
		] as const) {
			const { status, text } = await send(path, JSON.stringify(body));
			expect([path, status, JSON.parse(text).code]).toEqual([path, 400, "PASSWORD_TOO_COMMON"]);
			expect(JSON.parse(text).message).toMatch(/common/);
		}
	});
});
