import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLogger } from "../../log.ts";
import { NotFound, Unavailable } from "./errors.ts";
import type { ProviderSession } from "./session.ts";
import { createSessionCache, type SessionCache } from "./session-cache.ts";

/** Connections opened, as the mail server counts them. */
let opened: number;
let closed: number;
let failure: Error | null;
let cache: SessionCache;

beforeEach(() => {
	opened = 0;
	closed = 0;
	failure = null;
	cache = createSessionCache(createLogger({ logLevel: "silent" }));
});

afterEach(async () => {
	vi.useRealTimers();
	await cache.close();
	expect(closed).toBe(opened);
});

async function connect(): Promise<ProviderSession> {
	opened++;
	return {
		reader: {
			async listFolders() {
				if (failure !== null) throw failure;
				return [];
			},
			async *fetchMessages(ids: string[]) {
				for (const id of ids) yield { id, raw: new Uint8Array() };
				if (failure !== null) throw failure;
			},
		},
		writer: {},
		async close() {
			closed++;
		},
	} as unknown as ProviderSession;
}

const borrow = (version = "1") => cache.borrow("account", version, connect);

it("connects once for all users of an account, and again only after an idle period", async () => {
	vi.useFakeTimers();
	const [one, two] = await Promise.all([borrow(), borrow()]);
	await one.session.close();
	await one.session.close();
	expect(await two.session.reader.listFolders()).toEqual([]);
	await two.session.close();
	await (await borrow()).session.close();
	expect([opened, closed]).toEqual([1, 0]);
	await vi.advanceTimersByTimeAsync(3_600_000);
	expect([opened, closed]).toEqual([1, 1]);
	await (await borrow()).session.close();
	expect(opened).toBe(2);
});

it("does not reuse a connection with old settings, and closes it once it is released", async () => {
	const before = await borrow("1");
	const after = await borrow("2");
	expect([opened, closed, before.retired.aborted, after.retired.aborted]).toEqual([2, 0, true, false]);
	expect(await before.session.reader.listFolders()).toEqual([]);
	await before.session.close();
	await vi.waitFor(() => expect(closed).toBe(1), 10_000);
	await after.session.close();
});

it("does not reuse a broken connection; a refused request breaks nothing", async () => {
	const first = await borrow();
	failure = new NotFound("no such folder");
	await expect(first.session.reader.listFolders()).rejects.toBe(failure);
	expect(first.retired.aborted).toBe(false);
	failure = new Unavailable("cut");
	const fetched: string[] = [];
	const fetching = async () => {
		for await (const { id } of first.session.reader.fetchMessages(["a", "b"], "full", new AbortController().signal))
			fetched.push(id);
	};
	await expect(fetching()).rejects.toBe(failure);
	expect([fetched, first.retired.aborted]).toEqual([["a", "b"], true]);
	const second = await borrow();
	expect(opened).toBe(2);
	await first.session.close();
	await second.session.close();
});

it("retries after a failed connection", async () => {
	const refuse = () => Promise.reject(new Unavailable("no route"));
	await expect(cache.borrow("account", "1", refuse)).rejects.toThrow("no route");
	await (await borrow()).session.close();
	expect(opened).toBe(1);
});

it("closes sessions in use when the process stops", async () => {
	const { retired } = await borrow();
	await cache.close();
	expect([closed, retired.aborted]).toEqual([1, true]);
});
