import { afterAll, afterEach, expect, test } from "vitest";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { NoProgress } from "#server/progress.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import type { OutlookLimits } from "../limits.ts";
import { createOutlookProvider } from "../provider.ts";
import { accountOf, message, messageStateOf, mirror, people, truthOf } from "../testing.ts";

const testPeople = people(20);
const microsoft = await startMicrosoft({ people: testPeople });
const sessions: ProviderSession[] = [];
let email = "";
afterEach(async () => {
	microsoft.fail(null);
	for (const session of sessions.splice(0)) await session.close();
});
afterAll(() => microsoft.close());

/** A mailbox that crosses all limits. */
async function open(limits: Partial<OutlookLimits> = {}): Promise<ProviderSession> {
	email = testPeople.pop()?.email ?? "";
	const small = { firstPage: 2, page: 3, group: 3, lookups: 2, stateEntries: 2, folders: 2, ...limits };
	const session = await createOutlookProvider(microsoft, small).open(await accountOf(microsoft, email));
	sessions.push(session);
	return session;
}

const fill = (count: number, folder: string): string[] =>
	Array.from({ length: count }, (_, n) => microsoft.addMessage(email, message(`${folder} ${n}`, n), { folder }));

const requestsFor = (method: string): number =>
	microsoft.requests.filter((request) => request.email === email && request.method === method).length;

const signal = new AbortController().signal;

test("a mailbox of 130 folders, half of them empty, resumes when all delta tokens have expired", async () => {
	const session = await open({ page: 20, group: 20 });
	const ids = Array.from({ length: 124 }, (_, n) => {
		const folder = `Project ${String(n).padStart(3, "0")}`;
		microsoft.addFolder(email, folder);
		// Those next to each other are empty as well.
		return n % 20 < 10 ? [] : fill(2, folder);
	}).flat();
	const copy = mirror();
	await copy.follow(session, 500);
	expect(copy.messages.size).toBe(ids.length);
	const gone = ids.slice(0, 50);
	for (const id of gone) microsoft.remove(email, id);
	const first = await copy.follow(session, 500);
	expect(first.flatMap(({ removed }) => removed).sort()).toEqual(gone.toSorted());
	microsoft.forgetChanges(email);
	const later = ids.slice(50, 60);
	for (const id of later) microsoft.remove(email, id);
	const arrived = fill(1, "inbox");
	const before = { deltas: requestsFor("messages.delta"), lookups: requestsFor("messages.get") };
	const pages = await copy.follow(session, 500);
	expect(await messageStateOf(session, copy.messages)).toEqual(truthOf(microsoft, email));
	expect([...copy.messages.keys()]).toContain(arrived[0]);
	expect(pages.flatMap(({ removed }) => removed).sort()).toEqual(later.toSorted());
	// Each folder is refused once, listed once, and read once more in the end; a group that does not fit into a page is
	// requested again.
	expect(requestsFor("messages.delta") - before.deltas).toBeLessThan(4.5 * 130);
	expect(requestsFor("messages.get") - before.lookups).toBe(later.length);
	expect(await copy.follow(session, 500)).toMatchObject([{ messages: [], removed: [], more: false }]);
});

test("reports removals again whose page was not stored, once", async () => {
	const session = await open();
	const ids = [...fill(7, "inbox"), ...fill(3, "Clients")];
	const copy = mirror();
	await copy.follow(session);
	const gone = ids.slice(0, 5);
	for (const id of gone) microsoft.remove(email, id);
	for (let cursor = copy.cursor(), more = true; more; )
		({ cursor, more } = await session.reader.listChanges(cursor, { limit: 500, signal }));
	microsoft.forgetChanges(email);
	const pages = await copy.follow(session);
	expect(pages.flatMap(({ removed }) => removed).sort()).toEqual(gone.toSorted());
	expect(await messageStateOf(session, copy.messages)).toEqual(truthOf(microsoft, email));
	microsoft.forgetChanges(email);
	expect((await copy.follow(session)).flatMap(({ removed }) => removed)).toEqual([]);
});

test("notices a message that was removed after it was listed again in a page that was not stored", async () => {
	const session = await open();
	const ids = fill(4, "inbox");
	const copy = mirror();
	await copy.follow(session);
	microsoft.forgetChanges(email);
	for (let cursor = copy.cursor(), more = true; more; )
		({ cursor, more } = await session.reader.listChanges(cursor, { limit: 500, signal }));
	microsoft.remove(email, ids[1] ?? "");
	microsoft.forgetChanges(email);
	await copy.follow(session);
	expect([...copy.messages.keys()].sort()).toEqual(ids.filter((id) => id !== ids[1]).sort());
});

test("notices a message that was moved into a new folder and removed before that was listed", async () => {
	const session = await open();
	const ids = fill(4, "inbox");
	const copy = mirror();
	await copy.follow(session);
	microsoft.addFolder(email, "New");
	microsoft.move(email, ids[0] ?? "", "New");
	await session.reader.listFolders();
	let isFirst = true;
	await copy.follow(session, 500, () => {
		if (isFirst) microsoft.remove(email, ids[0] ?? "");
		isFirst = false;
	});
	await copy.follow(session, 500);
	expect([...copy.messages.keys()].sort()).toEqual(ids.slice(1).sort());
});

test("follows links past empty pages", async () => {
	const session = await open();
	fill(9, "inbox");
	const copy = mirror();
	await copy.follow(session);
	// The first page of each folder's round.
	microsoft.fail({ emptyPage: 1, only: ({ path }) => path.includes("$deltatoken") });
	fill(4, "Clients");
	await session.reader.listFolders();
	for (const { immutableId } of microsoft.messages(email).slice(0, 6))
		microsoft.modify(email, immutableId, { flag: "flagged" });
	await copy.follow(session);
	expect(microsoft.struck()).toBeGreaterThanOrEqual(7);
	microsoft.fail(null);
	expect(await messageStateOf(session, copy.messages)).toEqual(truthOf(microsoft, email));
});

test("notices a list of folders that leads back to the same page", async () => {
	const session = await open();
	microsoft.fail({ repeatedPage: 1 });
	await expect(session.reader.listFolders()).rejects.toThrow(NoProgress);
});

const ENDLESS = [
	[
		"a link leads back to the same page",
		{ repeatedPage: 1 },
		/the folder “Inbox”: the link to its next page leads back/,
	],
	["all pages are empty", { emptyPage: 1 }, /the folder “Inbox”: 3 pages in a row were empty/],
	["each delta token is expired at once", { staleCursor: 1 }, /the folder “Inbox”: Outlook expires its list/],
] as const;

test.each(ENDLESS)("gives up a folder when %s, and lists it when that is over", async (_, faults, sentence) => {
	const session = await open({ restarts: 2, emptyPages: 2 });
	fill(5, "inbox");
	const copy = mirror();
	await copy.follow(session);
	fill(2, "inbox");
	const inbox = microsoft.folders(email).find(({ wellKnown }) => wellKnown === "inbox")?.id ?? "";
	microsoft.fail({ ...faults, only: ({ path }) => decodeURIComponent(path).includes(inbox) });
	const failed = copy.follow(session);
	await expect(failed).rejects.toThrow(NoProgress);
	await expect(failed).rejects.toThrow(sentence);
	microsoft.fail(null);
	await copy.follow(session);
	expect(await messageStateOf(session, copy.messages)).toEqual(truthOf(microsoft, email));
});
