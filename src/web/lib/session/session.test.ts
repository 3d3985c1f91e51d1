import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { send } from "../api/api.ts";
import { checkSessionWith, endedSession, hasWaitingChanges, noteSession } from "../api/ended-session.ts";
import { keys } from "../api/query-client.ts";
import { fetchSession, type Session } from "./session.ts";

const at = "2026-01-01T00:00:00.000Z";
const ada: Session = {
	session: { id: "s1", createdAt: at, expiresAt: "2026-02-01T00:00:00.000Z" },
	user: { id: "u1", email: "ada@example.org", name: "Ada", emailVerified: true, twoFactorEnabled: true, createdAt: at },
};
const renewed = { ...ada, session: { ...ada.session, id: "s2" } };
const bea = { ...ada, user: { ...ada.user, id: "u2", email: "bea@example.org" } };

let client: QueryClient;
/** Whom the server says is signed in, one answer after the other; the last one stays. */
let sessions: (Session | null)[];
/** Statuses and codes of the other answers; then "done". */
let refusals: { status: number; code: string }[];
let requests: string[];
/** Where the page went. */
let opened: string[];

beforeEach(() => {
	vi.useFakeTimers();
	client = new QueryClient();
	[sessions, refusals, requests, opened] = [[ada], [], [], []];
	checkSessionWith(async () => Boolean(client.getQueryData(keys.session)) && (await fetchSession(client)) !== null);
	vi.stubGlobal("location", { pathname: "/inbox", search: "", replace: (path: string) => opened.push(path) });
	vi.stubGlobal("sessionStorage", { clear: () => undefined });
	vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
		if (url.endsWith("/get-session")) return Response.json(sessions.length > 1 ? sessions.shift() : sessions[0]);
		requests.push(`${new Headers(init.headers).get("x-user-id")} ${url}`);
		const refused = refusals.shift();
		return refused === undefined ? Response.json("done") : Response.json(refused, { status: refused.status });
	});
});
afterEach(() => {
	noteSession(ada.user);
	client.clear();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

async function session(): Promise<Session | null> {
	const answer = fetchSession(client);
	await vi.runAllTimersAsync();
	return answer;
}

describe("the session", () => {
	it("is not over when it was replaced while it was asked for", async () => {
		client.setQueryData(keys.session, ada);
		sessions = [null, renewed];
		expect(await session()).toEqual(renewed);
		expect(endedSession()).toBe(null);
	});

	it("stays the page's when it has ended, until its user is signed in again", async () => {
		client.setQueryData(keys.session, ada);
		sessions = [null];
		expect(await session()).toEqual(ada);
		expect(endedSession()).toEqual(ada.user);
		sessions = [renewed];
		expect(await session()).toEqual(renewed);
		expect(endedSession()).toBe(null);
	});

	it("is over at once where one signs in, and for somebody who was not signed in", async () => {
		sessions = [null, renewed];
		expect(await session()).toBe(null);
		client.setQueryData(keys.session, ada);
		vi.stubGlobal("location", { pathname: "/auth/callback", search: "" });
		sessions = [null];
		expect(await session()).toBe(null);
		expect(endedSession()).toBe(null);
	});
});

describe("a request", () => {
	const signedOut = { status: 401, code: "unauthenticated" };
	const save = (signal?: AbortSignal) => send("/api/v1/drafts/1", { method: "PATCH", signal: signal ?? null });

	/** The session has ended, and a request waits. */
	async function waiting(signal?: AbortSignal): Promise<Promise<Response>[]> {
		client.setQueryData(keys.session, ada);
		[sessions, refusals] = [[null], [signedOut]];
		const saved = save(signal);
		saved.catch(() => undefined);
		await vi.advanceTimersByTimeAsync(1_000);
		expect([requests.length, hasWaitingChanges()]).toEqual([1, true]);
		return [saved];
	}

	it("is sent again when its session was replaced on its way", async () => {
		client.setQueryData(keys.session, ada);
		refusals = [signedOut];
		expect((await save()).status).toBe(200);
		expect(requests.length).toBe(2);
	});

	it("waits while nobody is signed in, later ones are not even sent, and both are sent afterwards", async () => {
		const [first] = await waiting();
		const later = send("/api/v1/drafts", { method: "GET" });
		await vi.advanceTimersByTimeAsync(100_000);
		expect(requests.length).toBe(1);
		sessions = [renewed];
		await session();
		expect([(await first)?.status, (await later).status]).toEqual([200, 200]);
		expect(requests.slice(1)).toEqual(["u1 /api/v1/drafts/1", "u1 /api/v1/drafts"]);
		expect(hasWaitingChanges()).toBe(false);
	});

	it("that waits can be aborted", async () => {
		const aborting = new AbortController();
		const [saved] = await waiting(aborting.signal);
		aborting.abort(new Error("no longer needed"));
		await expect(saved).rejects.toThrow("no longer needed");
		expect(hasWaitingChanges()).toBe(false);
	});

	it("is refused when there is a session and something else is wrong, or there never was one", async () => {
		client.setQueryData(keys.session, ada);
		refusals = [{ status: 401, code: "INVALID_CODE" }];
		expect((await save()).status).toBe(401);
		client.setQueryData(keys.session, null);
		refusals = [signedOut];
		expect((await save()).status).toBe(401);
		expect(requests.length).toBe(2);
	});

	it("is never sent as another user, for whom the page is loaded again", async () => {
		const held = await waiting();
		sessions = [bea];
		await session();
		await vi.advanceTimersByTimeAsync(10_000);
		expect([held.length, requests.length, opened]).toEqual([1, 1, ["/mailstead"]]);
	});
});
