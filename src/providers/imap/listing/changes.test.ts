import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { memoryState } from "#providers/memory-environment.ts";
import { emptyMirror, type Mirror, update } from "#providers/mirror.ts";
import { CursorExpired } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { accountOf, secondClient, testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, type DovecotOptions, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { createFolderKeys } from "../folders/folder-keys.ts";
import { imapProvider } from "../provider.ts";
import { openSession } from "../session.ts";
import { serverState, shownState } from "../testing.ts";
import { LISTING_LIMITS } from "./listing-limits.ts";
import { createListing } from "./pages.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});

async function open(environment: ProviderEnvironment): Promise<ProviderSession> {
	const session = await imapProvider.open(environment);
	closers.unshift(() => session.close());
	return session;
}

async function otherClient(dovecot: Dovecot, user: MailUser): Promise<ImapFlow> {
	const client = await secondClient(dovecot, user);
	closers.push(async () => client.close());
	return client;
}

let number = 0;
const testMessages = (count: number) =>
	Array.from({ length: count }, () => ({ raw: testMessage(`message ${++number}`), flags: "" }));

/** Pages of any round besides those that its changes fill: one per folder, and the round that follows removals. */
const EXTRA_PAGES = 10;

/** Each way to learn of changes has all limits of a page; without ESEARCH only the answers to searches look different. */
const SERVERS: [name: string, options: DovecotOptions, limits: number[]][] = [
	["all extensions", {}, [1, 2, 3, 500]],
	["no QRESYNC", { without: ["QRESYNC"] }, [1, 2, 3, 500]],
	["no CONDSTORE", { without: ["CONDSTORE"] }, [1, 2, 3, 500]],
	["no ESEARCH", { without: ["ESEARCH"] }, [2]],
	["none of them", { without: ["CONDSTORE", "ESEARCH"] }, [2]],
];

describeIf(dovecotPath !== null).each(SERVERS)("changes with %s", (_, options, limits) => {
	let dovecot: Dovecot;
	beforeAll(async () => {
		dovecot = await startDovecot(options);
	});
	afterAll(() => dovecot.stop());

	test.each(limits)("every round ends in pages of %i", async (limit) => {
		const user = await dovecot.addUser();
		const environment = accountOf(dovecot, user);
		const other = await otherClient(dovecot, user);
		const mirror = emptyMirror();
		/** Small pages are interrupted after every second one. */
		const listed = async (changes: number): Promise<void> => {
			const maxPages = Math.ceil(changes / limit) + EXTRA_PAGES;
			for (let pages = 0, isDone = false; !isDone; ) {
				const session = await imapProvider.open(environment);
				const part = await update(session, mirror, { limit, maxPages, stopAfter: limit < 500 ? 2 : maxPages });
				await session.close();
				({ isDone } = part);
				pages += part.pages;
				expect(pages).toBeLessThanOrEqual(maxPages);
			}
			expect(shownState(mirror)).toEqual(await serverState(other));
		};
		const many = limit + 1;
		// A folder that is empty when it is listed first, and one with mail.
		await dovecot.load(user.user, testMessages(many), "Work");
		await listed(many);
		await dovecot.load(user.user, testMessages(limit));
		await listed(limit);
		// New.
		await dovecot.load(user.user, testMessages(many));
		await listed(many);
		// Changed elsewhere, and new.
		await other.mailboxOpen("INBOX");
		await other.messageFlagsAdd(`1:${Math.ceil(limit * 0.9)}`, ["\\Seen"]);
		await dovecot.load(user.user, testMessages(Math.ceil(limit * 0.12) + 2));
		await listed(2 * many);
		// Removed, changed and new.
		await other.messageDelete("1:2");
		await other.messageFlagsAdd("1:2", ["\\Flagged"]);
		await dovecot.load(user.user, testMessages(3));
		await listed(7);
		// The product's own moves, to a folder that was listed, and back.
		const inbox = [...mirror.messages].filter(([, { folderId }]) => folderId === "INBOX").map(([id]) => id);
		const session = await open(environment);
		const { renamed } = await session.writer.move(inbox, "Work");
		await listed(2 * inbox.length);
		await session.writer.move(
			inbox.map((id) => renamed[id] ?? id),
			"INBOX",
		);
		await listed(2 * inbox.length);
	});

	test("messages that arrive and change between two pages of a round are listed once it ends", async () => {
		const user = await dovecot.addUser();
		const other = await otherClient(dovecot, user);
		await dovecot.load(user.user, testMessages(3));
		const session = await open(accountOf(dovecot, user));
		const mirror = emptyMirror();
		await update(session, mirror, { limit: 2, maxPages: 20 });
		await dovecot.load(user.user, testMessages(5));
		await update(session, mirror, { limit: 2, maxPages: 20, stopAfter: 1 });
		await other.mailboxOpen("INBOX");
		// Old ones, and ones that were listed a moment ago.
		await other.messageFlagsAdd("1:4", ["\\Flagged"]);
		await other.messageDelete("5");
		await dovecot.load(user.user, testMessages(3));
		await update(session, mirror, { limit: 2, maxPages: 20 });
		expect(shownState(mirror)).toEqual(await serverState(other));
	});

	test("flags that are set here, and set back elsewhere before the next listing, are listed", async () => {
		const user = await dovecot.addUser();
		const other = await otherClient(dovecot, user);
		await dovecot.load(user.user, testMessages(3));
		const environment = accountOf(dovecot, user);
		const session = await open(environment);
		const mirror = emptyMirror();
		await update(session, mirror, { limit: 2, maxPages: 20 });
		const ids = [...mirror.messages.keys()];
		await session.writer.setFlags(ids, { starred: true });
		for (const state of mirror.messages.values()) state.flags.starred = true;
		await other.mailboxOpen("INBOX");
		await other.messageFlagsRemove("1:3", ["\\Flagged"]);
		// Two pages that are not stored, as a process that ends leaves them.
		const options = { limit: 2, signal: new AbortController().signal };
		const { cursor } = await session.reader.listChanges(mirror.cursor, options);
		await session.reader.listChanges(cursor, options);
		await update(await open(environment), mirror, { limit: 2, maxPages: 20 });
		expect(shownState(mirror)).toEqual(await serverState(other));
		const quiet = await session.reader.listChanges(mirror.cursor, options);
		expect(quiet).toMatchObject({ messages: [], removed: [], cursor: mirror.cursor, more: false });
	});

	test("messages that were moved here and are gone before they were listed are reported, page by page", async () => {
		const user = await dovecot.addUser();
		const other = await otherClient(dovecot, user);
		await dovecot.load(user.user, testMessages(9));
		const environment = accountOf(dovecot, user);
		const mirror = emptyMirror();
		const session = await open(environment);
		await update(session, mirror, { limit: 3, maxPages: 20 });
		await moveAndRemove(session, mirror, other);
		const own = openSession(environment);
		closers.unshift(own.close);
		const listing = createListing(own, { ...LISTING_LIMITS, missedPerPage: 2 });
		await update({ ...session, reader: { ...session.reader, ...listing } }, mirror, { limit: 3, maxPages: 20 });
		expect(shownState(mirror)).toEqual(await serverState(other));
		expect(mirror.messages.size).toBe(1);
	});

	test("too many of them expire the cursor", async () => {
		const user = await dovecot.addUser();
		const other = await otherClient(dovecot, user);
		await dovecot.load(user.user, testMessages(9));
		const environment = accountOf(dovecot, user);
		const mirror = emptyMirror();
		const session = await open(environment);
		await update(session, mirror, { limit: 3, maxPages: 20 });
		await moveAndRemove(session, mirror, other);
		const own = openSession(environment);
		closers.unshift(own.close);
		const listing = createListing(own, { ...LISTING_LIMITS, missedPerPage: 2, missed: 3 });
		const options = { limit: 3, signal: new AbortController().signal };
		await expect(listing.listChanges(mirror.cursor, options)).rejects.toBeInstanceOf(CursorExpired);
		await update({ ...session, reader: { ...session.reader, ...listing } }, mirror, { limit: 3, maxPages: 20 });
		expect(shownState(mirror)).toEqual(await serverState(other));
	});

	test("a folder that was deleted with many messages is reported page by page, or expires the cursor", async () => {
		const user = await dovecot.addUser();
		const other = await otherClient(dovecot, user);
		await dovecot.load(user.user, testMessages(7), "Old");
		const environment = accountOf(dovecot, user);
		const own = openSession(environment);
		closers.unshift(own.close);
		const session = await open(environment);
		const limited = (limits: Partial<typeof LISTING_LIMITS>): ProviderSession => ({
			...session,
			reader: { ...session.reader, ...createListing(own, { ...LISTING_LIMITS, ...limits }) },
		});
		const mirror = emptyMirror();
		await update(session, mirror, { limit: 3, maxPages: 20 });
		await other.mailboxDelete("Old");
		const { cursor } = mirror;
		const { pages } = await update(limited({ leftoversPerPage: 2 }), mirror, { limit: 3, maxPages: 20 });
		expect(pages).toBe(5);
		expect(shownState(mirror)).toEqual(await serverState(other));
		const listing = limited({ leftovers: 6 }).reader.listChanges(cursor, {
			limit: 3,
			signal: new AbortController().signal,
		});
		await expect(listing).rejects.toBeInstanceOf(CursorExpired);
	});
});

/** All but the last of the inbox are moved to Work by the product, and expunged there by another client. */
async function moveAndRemove(session: ProviderSession, mirror: Mirror, other: ImapFlow): Promise<void> {
	const folder = (await session.writer.createFolder?.("Work"))?.id ?? "";
	await update(session, mirror, { limit: 3, maxPages: 20 });
	const moved = [...mirror.messages.keys()].slice(1);
	const { renamed } = await session.writer.move(moved, folder);
	for (const id of moved) {
		const state = mirror.messages.get(id);
		mirror.messages.delete(id);
		if (state !== undefined) mirror.messages.set(renamed[id] ?? id, { ...state, folderId: folder });
	}
	await other.mailboxOpen(folder);
	await other.messageDelete("1:*");
}

test.each([
	[7, 3],
	[6, 3],
	[1_001, undefined],
])("%i stored folder keys are all read, %s at a time", async (count, batch) => {
	const state = memoryState();
	const moves = Array.from({ length: count }, (_, index) => ({
		from: `a${index}`,
		to: `b${index}`,
		key: `key${index}`,
	}));
	await createFolderKeys(state).renamed(moves);
	const keys = createFolderKeys(state, batch);
	await keys.learn(moves.map(({ to }) => to));
	expect(moves.map(({ to }) => keys.keyOf(to))).toEqual(moves.map(({ key }) => key));
	expect(moves.map(({ key }) => keys.pathOf(key))).toEqual(moves.map(({ to }) => to));
});
