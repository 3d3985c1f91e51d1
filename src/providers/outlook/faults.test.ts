import { afterAll, expect, test } from "vitest";
import { conformance } from "#providers/conformance.ts";
import { outgoing, sendOptions } from "#providers/conformance-send.ts";
import { NotFound, Unavailable } from "#server/mail/provider/errors.ts";
import { noPause } from "#test/emulators/faults.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import { createOutlookProvider } from "./provider.ts";
import {
	accountOf,
	message,
	messageStateOf,
	mirror,
	people,
	RANDOM_FAULTS,
	RECIPIENT,
	smallMailbox,
	truthOf,
} from "./testing.ts";

/** One mailbox per conformance rule. */
const testPeople = people(60);
const microsoft = await startMicrosoft({ people: [...testPeople, RECIPIENT] });
afterAll(() => microsoft.close());
/** Of the waits before requests were repeated. */
const waits: number[] = [];
const provider = createOutlookProvider({
	...microsoft,
	async pause(ms, signal) {
		waits.push(ms);
		await noPause(ms, signal);
	},
});
const nextPerson = (): string => testPeople.pop()?.email ?? "";

conformance({
	name: "Outlook on a bad day",
	provider,
	async setup() {
		microsoft.fail(null);
		const email = nextPerson();
		const mailbox = await smallMailbox(microsoft, email);
		microsoft.fail({ ...RANDOM_FAULTS, seed: testPeople.length });
		return { ...mailbox, close: async () => expect(microsoft.peakConcurrency(email)).toBeLessThanOrEqual(4) };
	},
});

/** Random changes made at Microsoft. */
function stir(email: string, random: () => number, steps = 12): void {
	const folders = ["inbox", "archive", "deleteditems", "Clients", "Clients/Ours", "junkemail"];
	const lot = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
	for (let step = 0; step < steps; step++) {
		const all = microsoft.messages(email);
		const { immutableId } = lot(all);
		const kind = Math.floor(random() * 6);
		if (kind === 0) microsoft.addMessage(email, message(`new ${step} ${random()}`, step), { folder: lot(folders) });
		else if (kind === 1) microsoft.remove(email, immutableId);
		else if (kind === 2) microsoft.modify(email, immutableId, { isRead: random() < 0.5 });
		else if (kind === 3) microsoft.modify(email, immutableId, { flag: lot(["flagged", "notFlagged", "complete"]) });
		else if (kind === 4) microsoft.modify(email, immutableId, { categories: lot([["Red"], ["Red", "Blue"], []]) });
		else microsoft.move(email, immutableId, lot(folders));
	}
}

/** A seeded random number generator. */
function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}

test.each([1, 2, 3])("a mailbox equals its source after any faults and any notifications (%i)", async (seed) => {
	microsoft.fail(null);
	const email = nextPerson();
	for (let position = 0; position < 40; position++)
		microsoft.addMessage(email, message(`letter ${position}`, position), {
			folder: ["inbox", "archive", "Clients", "Clients/Ours"][position % 4] ?? "inbox",
		});
	const random = numbers(seed);
	const session = await provider.open(await accountOf(microsoft, email));
	const copy = mirror();
	for (let round = 0; round < 6; round++) {
		microsoft.fail({ ...RANDOM_FAULTS, staleCursor: 0.15, seed: seed * 100 + round });
		// Pages of a round are listed while others keep changing the mailbox.
		await copy.follow(session);
		stir(email, random);
	}
	microsoft.forgetChanges(email);
	stir(email, random);
	microsoft.fail({ ...RANDOM_FAULTS, seed });
	await copy.follow(session);
	expect(await messageStateOf(session, copy.messages)).toEqual(truthOf(microsoft, email));
	microsoft.fail(null);
	expect(microsoft.peakConcurrency(email)).toBeLessThanOrEqual(4);
	await session.close();
});

test("only the folder whose delta token expired is listed again", async () => {
	microsoft.fail(null);
	const email = nextPerson();
	const ids = Array.from({ length: 12 }, (_, position) =>
		microsoft.addMessage(email, message(`letter ${position}`, position), {
			folder: position < 6 ? "inbox" : "archive",
		}),
	);
	const session = await provider.open(await accountOf(microsoft, email));
	const copy = mirror();
	await copy.follow(session);
	microsoft.remove(email, ids[0] ?? "");
	microsoft.move(email, ids[1] ?? "", "archive");
	const inbox = microsoft.folders(email).find(({ wellKnown }) => wellKnown === "inbox");
	microsoft.fail({ staleCursor: 1, times: 1, only: ({ path }) => decodeURIComponent(path).includes(`${inbox?.id}`) });
	const pages = await copy.follow(session);
	expect(microsoft.struck()).toBe(1);
	expect(pages.flatMap(({ removed }) => removed)).toEqual([ids[0]]);
	const listed = pages.flatMap(({ messages }) => messages.map(({ id }) => id));
	for (const id of ids.slice(7)) expect(listed).not.toContain(id);
	expect(await messageStateOf(session, copy.messages)).toEqual(truthOf(microsoft, email));
	await session.close();
});

test("a moved message is one change, whichever folder reports it first", async () => {
	microsoft.fail(null);
	const email = nextPerson();
	const ids = ["one", "two", "three", "four"].map((subject, position) =>
		microsoft.addMessage(email, message(subject, position), { folder: position < 2 ? "inbox" : "Clients" }),
	);
	const session = await provider.open(await accountOf(microsoft, email));
	const copy = mirror();
	await copy.follow(session);
	microsoft.move(email, ids[0] ?? "", "Clients");
	microsoft.move(email, ids[2] ?? "", "inbox");
	microsoft.move(email, ids[3] ?? "", "inbox");
	microsoft.move(email, ids[3] ?? "", "Clients");
	const pages = await copy.follow(session, 1);
	expect(pages.flatMap(({ removed }) => removed)).toEqual([]);
	expect(await messageStateOf(session, copy.messages)).toEqual(truthOf(microsoft, email));
	await session.close();
});

test("messages in hidden folders count as removed, and a deleted folder removes its messages", async () => {
	microsoft.fail(null);
	const email = nextPerson();
	const [hidden = "", inside = "", moved = ""] = ["inbox", "Clients", "Clients"].map((folder, position) =>
		microsoft.addMessage(email, message(`letter ${position}`, position), { folder }),
	);
	const environment = await accountOf(microsoft, email);
	const session = await provider.open(environment);
	const copy = mirror();
	await copy.follow(session);
	microsoft.move(email, hidden, "recoverableitemsdeletions");
	microsoft.move(email, moved, "archive");
	microsoft.removeFolder(email, "Clients");
	const later = await provider.open(environment);
	const pages = await copy.follow(later);
	expect(new Set(pages.flatMap(({ removed }) => removed))).toEqual(new Set([hidden, inside]));
	expect(await messageStateOf(later, copy.messages)).toEqual(truthOf(microsoft, email));
	expect([...copy.messages.keys()]).toEqual([moved]);
	await session.close();
	await later.close();
});

test("Outlook's own folders are listed only while they contain something", async () => {
	microsoft.fail(null);
	const email = nextPerson();
	const session = await provider.open(await accountOf(microsoft, email));
	const names = async () => (await session.reader.listFolders()).map(({ name }) => name);
	expect(await names()).toEqual(["Inbox", "Sent Items", "Drafts", "Archive", "Junk Email", "Deleted Items"]);
	microsoft.addMessage(email, message("call"), { folder: "conversationhistory" });
	await session.close();
	const later = await provider.open(await accountOf(microsoft, email));
	expect((await later.reader.listFolders()).filter(({ role }) => role === "custom")).toMatchObject([
		{ name: "Conversation History" },
	]);
	await later.close();
});

test("waits as long as Microsoft asks, and reports when it cannot be reached", async () => {
	microsoft.fail(null);
	const email = nextPerson();
	microsoft.addMessage(email, message("one"), { folder: "inbox" });
	const session = await provider.open(await accountOf(microsoft, email));
	microsoft.fail({ rateLimited: 1, times: 3, retryAfter: 1 });
	waits.length = 0;
	await session.reader.listFolders();
	expect(waits).toHaveLength(3);
	for (const ms of waits) expect(ms).toBeGreaterThanOrEqual(1_000);
	microsoft.fail({ rateLimited: 1, retryAfter: 3_600 });
	await expect(session.reader.listFolders()).rejects.toMatchObject({ name: "RateLimited", retryAfter: 3_600 });
	microsoft.fail({ unavailable: 1 });
	await expect(session.reader.listFolders()).rejects.toBeInstanceOf(Unavailable);
	microsoft.fail(null);
	await expect(session.writer.move([], "no such folder")).rejects.toBeInstanceOf(NotFound);
	await session.close();
});

test("sends once, even when the outcome is unknown", async () => {
	microsoft.fail(null);
	const email = nextPerson();
	const other = nextPerson();
	const session = await provider.open(await accountOf(microsoft, email));
	const raw = message("Once").replace("bob@example.net", other);
	microsoft.fail({ lost: 1, times: 2, only: ({ method, path }) => method === "POST" && !path.endsWith("$batch") });
	const { id } = (await session.sender?.send(outgoing(raw), sendOptions())) ?? {};
	expect(microsoft.struck()).toBe(2);
	microsoft.fail(null);
	expect(microsoft.messages(other)).toHaveLength(1);
	const [sent, ...more] = microsoft.messages(email);
	expect(more).toEqual([]);
	expect(sent).toMatchObject({ immutableId: id, folder: "Sent Items", isDraft: false });
	expect(sent?.raw.toString()).toBe(raw);
	await session.close();
});
