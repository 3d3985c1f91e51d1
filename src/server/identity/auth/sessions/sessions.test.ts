import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DeviceSession } from "#shared/contracts/sign-in.ts";
import { type AppUnderTest, cookieOf, openApp, type TestUser } from "#test/http/app.ts";
import { wholeList } from "#web/lib/api/all-pages.ts";

let site: AppUnderTest;
let ada: TestUser;
beforeAll(async () => {
	site = await openApp();
	ada = await site.user("ada@example.org");
});
afterAll(() => site.close());

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const enter = async () => cookieOf(await site.post("/api/auth/sign-in/email", ada, { "user-agent": firefox }));
const statusOf = async (cookie: string) => (await site.request("/api/v1/sessions", { headers: { cookie } })).status;
async function list(cookie: string): Promise<DeviceSession[]> {
	const reply = await site.request("/api/v1/sessions", { headers: { cookie } });
	return ((await reply.json()) as { items: DeviceSession[] }).items;
}
const end = async (cookie: string, id: string) =>
	(await site.request(`/api/v1/sessions/${id}`, { method: "DELETE", headers: { cookie } })).status;

describe("sessions", () => {
	it("are listed with device and address, and without secrets", async () => {
		const cookie = await enter();
		const items = await list(cookie);
		expect(items.filter(({ current }) => current)).toMatchObject([
			{ device: "Firefox on Linux", ipAddress: "127.0.0.1" },
		]);
		const token = decodeURIComponent(cookie.split("=")[1] ?? "").split(".")[0] ?? "";
		expect(token.length).toBeGreaterThan(20);
		expect(JSON.stringify(items)).not.toContain(token);
	});

	it("are all listed, however many pages they have", async () => {
		const cookie = await enter();
		for (let n = 0; n < 3; n++) await enter();
		const paged = await wholeList(async (cursor) => {
			const query = new URLSearchParams({ limit: "2", ...(cursor !== undefined && { cursor }) }).toString();
			const reply = await site.request(`/api/v1/sessions?${query}`, { headers: { cookie } });
			return (await reply.json()) as { items: DeviceSession[]; nextCursor: string | null };
		});
		expect(paged.items.length).toBeGreaterThan(3);
		expect(paged.items).toEqual(await list(cookie));
	});

	it("end at once when ended elsewhere, with their open event stream", async () => {
		const [mine, stolen] = [await enter(), await enter()];
		const stream = await site.request("/api/v1/events", { headers: { cookie: stolen } });
		const reader = stream.body?.getReader();
		await reader?.read();
		const id = (await list(stolen)).find(({ current }) => current)?.id ?? "";
		expect(await end(mine, id)).toBe(204);
		expect([await statusOf(stolen), await statusOf(mine)]).toEqual([401, 200]);
		let done = false;
		while (!done) done = (await reader?.read())?.done ?? true;
		const session = await site.request("/api/auth/get-session", { headers: { cookie: stolen } });
		expect(await session.json()).toBe(null);
	});

	it("can all be ended except the current one", async () => {
		const [mine, other] = [await enter(), await enter()];
		const reply = await site.request("/api/v1/sessions/end-others", { method: "POST", headers: { cookie: mine } });
		expect(reply.status).toBe(204);
		expect([await statusOf(mine), await statusOf(other), (await list(mine)).length]).toEqual([200, 401, 1]);
	});

	it("of other users are not accessible", async () => {
		const mine = await enter();
		const bea = await site.user("bea@example.org");
		const id = (await list(mine))[0]?.id ?? "";
		expect([await end(bea.cookie, id), await statusOf(mine)]).toEqual([404, 200]);
	});

	it("end when the password changes, if requested", async () => {
		const [mine, other] = [await enter(), await enter()];
		const reply = await site.post(
			"/api/auth/change-password",
			{ currentPassword: ada.password, newPassword: "another password", revokeOtherSessions: true },
			{ "x-security-check": "", cookie: mine },
		);
		expect(reply.status).toBe(200);
		expect(await statusOf(other)).toBe(401);
		expect(await statusOf(cookieOf(reply))).toBe(200);
	});

	it("cannot be ended, listed or prolonged through Better Auth's own endpoints", async () => {
		const cookie = cookieOf(await site.post("/api/auth/sign-in/email", { ...ada, password: "another password" }));
		for (const path of ["list-sessions", "revoke-sessions", "update-session", "link-social", "delete-user"]) {
			const method = path.startsWith("list") ? "GET" : "POST";
			const reply = await site.request(`/api/auth/${path}`, {
				method,
				headers: { cookie, "content-type": "application/json" },
				body: method === "GET" ? null : "{}",
			});
			expect([path, reply.status]).toEqual([path, 404]);
		}
	});
});
