import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { list } from "#providers/conformance-mailbox.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { NoProgress } from "#server/progress.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { createGmailProvider } from "./provider.ts";
import { environmentOf, message, optionsFor } from "./testing.ts";

/** Each is crossed by a handful of messages. */
const LIMITS = {
	...{ firstPage: 2, fresh: 2, ids: 3, idPages: 1, records: 3, individually: 1, pageBytes: 1 },
	...{ contents: { minimal: 2, metadata: 2, raw: 2 }, modified: 4, modifiedIndividually: 1 },
};

const people = Array.from({ length: 12 }, () => ({ email: `${randomUUID()}@gmail.example`, name: "Ann Example" }));
const sessions: ProviderSession[] = [];
const signal = new AbortController().signal;
let google: Google;
let email: string;
let environment: Awaited<ReturnType<typeof environmentOf>>;
beforeAll(async () => {
	google = await startGoogle({ people });
});
afterAll(() => google.close());
afterEach(async () => {
	google.fail(null);
	for (const session of sessions.splice(0)) await session.close();
});

const deliver = (count: number): string[] =>
	Array.from({ length: count }, (_, n) =>
		google.addMessage(email, message(`Letter ${n}`), {
			labels: ["INBOX"],
			receivedAt: Date.UTC(2026, 0, 1) - n * 1000,
		}),
	);

async function open(): Promise<ProviderSession> {
	const session = await createGmailProvider(optionsFor(google), LIMITS).open(environment);
	sessions.push(session);
	return session;
}

/** A mailbox that is being used for the first time. */
async function begin(count: number): Promise<{ session: ProviderSession; ids: string[] }> {
	email = people.pop()?.email ?? "";
	environment = await environmentOf(google, email);
	return { ids: deliver(count), session: await open() };
}

const idsAtGoogle = (): string[] =>
	google
		.messages(email)
		.map(({ id }) => id)
		.sort();

describe("beyond all limits", () => {
	test.each([1, 2, 3, 5])("everything is listed, then all changes, in pages of %i", async (limit) => {
		const { session, ids } = await begin(17);
		const first = await list(session, null, limit);
		expect(first.messages.map(({ id }) => id)).toEqual(ids);
		const fresh = deliver(7);
		for (const id of ids) google.modify(email, id, { add: ["STARRED"] });
		for (const id of ids.slice(0, 5)) google.remove(email, id);
		const { messages, removed } = await list(session, first.cursor, limit);
		expect([...removed].sort()).toEqual(ids.slice(0, 5).sort());
		const gone = new Set(removed);
		// Removed ones may have been reported as changed before.
		const present = messages.map(({ id }) => id).filter((id) => !gone.has(id));
		expect(new Set(present)).toEqual(new Set([...fresh, ...ids.slice(5)]));
		google.forgetHistory(email);
		const known = async (candidates: string[]): Promise<Set<string>> => new Set(candidates);
		const again: string[] = [];
		for (let cursor: string | null = null, more = true; more; ) {
			const page = await session.reader.listChanges(cursor, { limit, signal, known });
			again.push(...page.messages.map(({ id }) => id));
			({ cursor, more } = page);
		}
		expect(again.sort()).toEqual(idsAtGoogle());
	});

	test("a change is made to all messages, and missing ones are reported", async () => {
		const { session, ids } = await begin(11);
		google.remove(email, ids[6] ?? "");
		expect(await session.writer.setFlags(ids, { starred: true })).toEqual({ missing: [ids[6]], renamed: {} });
		expect(google.messages(email).every(({ labels }) => labels.includes("STARRED"))).toBe(true);
	});

	test("a draft is found among many, and replaced", async () => {
		const { session } = await begin(0);
		const saved: { id: string }[] = [];
		for (let n = 0; n < 16; n++)
			saved.push((await session.drafts?.save(Buffer.from(message(`Draft ${n}`)))) ?? { id: "" });
		const oldest = { id: saved[0]?.id ?? "", messageId: "unknown@example.org" };
		await session.drafts?.save(Buffer.from(message("Draft 0, changed")), oldest);
		expect(idsAtGoogle()).toHaveLength(16);
	});

	test("messages of an archive are found, however many have the same Message-ID", async () => {
		const { session, ids } = await begin(3);
		const messageId = "twin@example.org";
		for (let n = 0; n < 4; n++)
			google.addMessage(email, message("Twin", { id: messageId }), { labels: ["INBOX"], receivedAt: 0 });
		const archived = async () =>
			google
				.messages(email)
				.slice(-1)
				.map(({ threadId }) => ({ key: "k", threadId: BigInt(`0x${threadId}`).toString(), messageId }));
		const keys: (string | undefined)[] = [];
		for (let cursor: string | null = null, more = true; more; ) {
			const page = await session.reader.listChanges(cursor, { limit: 3, signal, archived });
			keys.push(...page.messages.map(({ archiveKey }) => archiveKey));
			({ cursor, more } = page);
		}
		expect(keys).toHaveLength(ids.length + 4);
		expect(keys.filter((key) => key === "k")).toHaveLength(1);
	});
});

describe("pages that lead nowhere", () => {
	test("empty ones are passed", async () => {
		const { session, ids } = await begin(9);
		google.fail({ emptyPage: 0.5, seed: 5 });
		const first = await list(session, null, 3);
		expect(first.messages.map(({ id }) => id)).toEqual(ids);
		expect(first.pages.every(({ secondsLeft = 0 }) => Number.isFinite(secondsLeft))).toBe(true);
		const fresh = deliver(9);
		const { messages } = await list(session, first.cursor, 3);
		expect(google.struck()).toBeGreaterThan(2);
		expect(messages.map(({ id }) => id).sort()).toEqual(fresh.toSorted());
	});

	test.each([
		"a list of all messages",
		"a list of a label's messages",
		"the history",
		"the place after a token expired",
	])("ends with an error in %s", async (what) => {
		const { session } = await begin(9);
		let cursor: string | null = null;
		let known: ((ids: string[]) => Promise<Set<string>>) | undefined;
		if (what === "a list of all messages") google.fail({ repeatedPage: 1 });
		if (what === "a list of a label's messages") {
			known = async (ids) => new Set(ids);
			// The list of all messages has one page of three when this begins.
			google.fail({ repeatedPage: 1 });
		}
		if (what === "the history") {
			({ cursor } = await list(session, null, 3));
			deliver(1);
			google.fail({ emptyPage: 1, repeatedPage: 1 });
		}
		if (what === "the place after a token expired") {
			({ cursor } = await session.reader.listChanges(null, { limit: 2, signal }));
			const { listing } = JSON.parse(cursor);
			cursor = JSON.stringify({ listing: { ...listing, page: "long-gone", last: "gone", at: 2 } });
			google.fail({ repeatedPage: 1 });
		}
		const listAll = async (): Promise<void> => {
			for (let at = cursor, more = true; more; )
				({ cursor: at, more } = await session.reader.listChanges(at, { limit: 3, signal, ...(known && { known }) }));
		};
		await expect(listAll()).rejects.toThrow(NoProgress);
	});
});
