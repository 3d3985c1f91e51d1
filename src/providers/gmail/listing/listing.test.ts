import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { list } from "#providers/conformance-mailbox.ts";
import { CursorExpired } from "#server/mail/provider/errors.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { createGmailProvider } from "../provider.ts";
import { environmentOf, message, optionsFor } from "../testing.ts";
import type { ListingCursor } from "./cursor.ts";

const people = Array.from({ length: 8 }, () => ({ email: `${randomUUID()}@gmail.example`, name: "Ann Example" }));
let google: Google;
let email: string;
const open: ProviderSession[] = [];
beforeAll(async () => {
	google = await startGoogle({ people });
});
afterAll(() => google.close());
afterEach(async () => {
	google.fail(null);
	for (const session of open.splice(0)) await session.close();
});

async function begin(
	count: number,
): Promise<{ session: ProviderSession; again: () => Promise<ProviderSession>; ids: string[] }> {
	email = people.pop()?.email ?? "";
	const ids = Array.from({ length: count }, (_, n) =>
		google.addMessage(email, message(`Letter ${n}`), {
			labels: ["INBOX"],
			receivedAt: Date.UTC(2026, 0, 1) - n * 1000,
		}),
	);
	const environment = await environmentOf(google, email);
	const again = async (): Promise<ProviderSession> => {
		const session = await createGmailProvider(optionsFor(google)).open(environment);
		open.push(session);
		return session;
	};
	return { session: await again(), again, ids };
}

const signal = new AbortController().signal;

/** The cursor with another page token, as if Gmail's had expired. */
function withToken(cursor: string, page: string): string {
	const { listing } = JSON.parse(cursor) as { listing: ListingCursor };
	return JSON.stringify({ listing: { ...listing, page } });
}

test("lists the newest messages first with headers only, then the rest in full", async () => {
	const { session, ids } = await begin(120);
	const first = await session.reader.listChanges(null, { limit: 100, signal });
	expect(first.messages.map(({ id }) => id)).toEqual(ids.slice(0, 50));
	expect(first.messages.every(({ raw, header }) => raw === undefined && header !== undefined)).toBe(true);
	// Seventy more at 20 units each; 88 units are replenished each second.
	expect(first).toMatchObject({ done: 50, total: 120, unit: "messages", more: true, secondsLeft: 16 });
	const second = await session.reader.listChanges(first.cursor, { limit: 500, signal });
	expect(second.messages.map(({ id }) => id)).toEqual(ids.slice(50, 100));
	expect(second.messages.every(({ raw }) => raw !== undefined)).toBe(true);
});

test("resumes without loss or duplicates when the page token has expired", async () => {
	const { session, again, ids } = await begin(640);
	const early: string[] = [];
	let cursor: string | null = null;
	while (early.length < 560) {
		const page = await session.reader.listChanges(cursor, { limit: 500, signal });
		early.push(...page.messages.map(({ id }) => id));
		cursor = page.cursor;
	}
	const { messages } = await list(await again(), withToken(cursor ?? "", "long-gone"), 500);
	expect([...early, ...messages.map(({ id }) => id)]).toEqual(ids);
});

test("restarts, without fetching known content, when the position is lost as well", async () => {
	const { session, again, ids } = await begin(130);
	const known = new Set<string>();
	let cursor: string | null = null;
	while (known.size < 100) {
		const page = await session.reader.listChanges(cursor, { limit: 500, signal });
		for (const { id } of page.messages) known.add(id);
		cursor = page.cursor;
	}
	google.remove(email, ids[99] ?? "");
	const from = google.requests.length;
	const other = await again();
	const seen = new Set<string>();
	const options = {
		limit: 500,
		signal,
		known: async (candidates: string[]) => new Set(candidates.filter((id) => known.has(id))),
	};
	for (let at = withToken(cursor ?? "", "long-gone"), more = true; more; ) {
		const page = await other.reader.listChanges(at, options);
		for (const { id } of page.messages) seen.add(id);
		for (const id of page.removed) seen.delete(id);
		({ cursor: at, more } = page);
	}
	expect([...seen].sort()).toEqual(ids.filter((id) => id !== ids[99]).sort());
	expect(google.requests.slice(from).filter(({ method }) => method === "messages.get")).toHaveLength(30);
});

test("skips a message that Gmail fails on every time, and reports it", async () => {
	const { session, ids } = await begin(70);
	const broken = ids[60] ?? "";
	google.fail({ serverError: 1, only: ({ path }) => path.includes(broken) });
	const { messages, pages } = await list(session, null, 500);
	expect(messages.map(({ id }) => id)).toEqual(ids.filter((id) => id !== broken));
	expect(pages.flatMap(({ skipped = [] }) => skipped)).toHaveLength(1);
});

test("lists everything again when a label was renamed", async () => {
	const { session, ids } = await begin(5);
	await session.writer.setLabels([ids[0] ?? ""], { add: ["Work"] });
	const { cursor } = await list(session, null, 500);
	const { id = "" } = google.labels(email).find(({ name }) => name === "Work") ?? {};
	const { accessToken } = await google.token(email);
	await fetch(`${google.apiUrl}/gmail/v1/users/me/labels/${id}`, {
		method: "PATCH",
		headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
		body: JSON.stringify({ name: "Arbeit" }),
	});
	// As at the start of every sync.
	await session.reader.listFolders();
	await expect(session.reader.listChanges(cursor, { limit: 500, signal })).rejects.toBeInstanceOf(CursorExpired);
	const fresh = await list(session, null, 500);
	expect(fresh.messages.find((message) => message.id === ids[0])?.labels).toEqual(["Arbeit"]);
	expect((await session.reader.listChanges(fresh.cursor, { limit: 500, signal })).messages).toEqual([]);
});
