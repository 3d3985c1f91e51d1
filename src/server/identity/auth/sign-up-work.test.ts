import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type AppUnderTest, openApp } from "#test/http/app.ts";

const hashed = vi.hoisted(() => ({ passwords: 0 }));
vi.mock("./passwords/passwords.ts", async (original) => {
	const { passwordHashes, ...rest } = await original<typeof import("./passwords/passwords.ts")>();
	return {
		...rest,
		passwordHashes(cost: number) {
			const { hash, verify } = passwordHashes(cost);
			const counted =
				<A extends unknown[], R>(work: (...args: A) => R) =>
				(...args: A): R => {
					hashed.passwords++;
					return work(...args);
				};
			return { hash: counted(hash), verify: counted(verify) };
		},
	};
});

const path = "/api/auth/sign-up/email";
const password = "correct horse battery";

let site: AppUnderTest;
beforeAll(async () => {
	site = await openApp();
	await site.user("ada@example.org");
});
afterAll(() => site.close());

/** Everything that a stranger sees of a sign-up, and how often a password was hashed: nearly all of its time. */
async function signUp(email: string) {
	const before = hashed.passwords;
	const reply = await site.post(path, { name: "X", email, password });
	const body = (await reply.json()) as { user: Record<string, unknown> };
	const hashes = hashed.passwords - before;
	return { status: reply.status, keys: Object.keys(body.user).sort(), cookies: reply.headers.getSetCookie(), hashes };
}

it("does the same work and answers the same for an address that has an account as for one that has none", async () => {
	const [unknown, known] = [await signUp("new@example.org"), await signUp("ada@example.org")];
	expect(unknown).toMatchObject({ status: 200, cookies: [], hashes: 1 });
	expect(known).toEqual(unknown);
});
