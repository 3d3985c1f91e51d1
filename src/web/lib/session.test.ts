import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keys } from "./query-client.ts";
import { type Session, sessionQuery } from "./session.ts";

const at = "2026-01-01T00:00:00.000Z";
const ada: Session = {
	session: { id: "s1", createdAt: at, expiresAt: "2026-02-01T00:00:00.000Z" },
	user: { id: "u1", email: "ada@example.org", name: "Ada", emailVerified: true, twoFactorEnabled: true, createdAt: at },
};
const renewed = { ...ada, session: { ...ada.session, id: "s2" } };

let client: QueryClient;
/** What the server answers, one after the other. */
let answers: (Session | null)[];

beforeEach(() => {
	vi.useFakeTimers();
	client = new QueryClient();
	vi.stubGlobal("fetch", async () => Response.json(answers.shift()));
});
afterEach(() => {
	client.clear();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

async function fetchSession(): Promise<Session | null> {
	const session = client.fetchQuery({ ...sessionQuery, staleTime: 0 });
	await vi.runAllTimersAsync();
	return session;
}

it("is not over when it was replaced while it was asked for", async () => {
	client.setQueryData(keys.session, ada);
	answers = [null, renewed];
	expect(await fetchSession()).toEqual(renewed);
});

it("is over when nobody is signed in the second time either", async () => {
	client.setQueryData(keys.session, ada);
	answers = [null, null, renewed];
	expect(await fetchSession()).toBe(null);
});

it("is asked for once by somebody who was not signed in", async () => {
	answers = [null, renewed];
	expect(await fetchSession()).toBe(null);
});
