import { afterAll, afterEach, expect, test } from "vitest";
import { outgoing, sendOptions } from "#providers/conformance-send.ts";
import { AuthExpired, CursorExpired } from "#server/mail/provider/errors.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import { OUTLOOK_LIMITS } from "../limits.ts";
import { microsoftClient } from "../oauth.ts";
import { createOutlookProvider } from "../provider.ts";
import { openSession } from "../session.ts";
import { accountOf, message, messageStateOf, mirror, people, truthOf } from "../testing.ts";
import { watch } from "../watch.ts";
import { createSlots } from "./slots.ts";

const testPeople = people(12);
const microsoft = await startMicrosoft({ people: testPeople, latencyMs: 5 });
afterAll(() => microsoft.close());
afterEach(() => {
	microsoft.fail(null);
	microsoft.limit({});
});
const provider = createOutlookProvider(microsoft);
const nextPerson = (): string => testPeople.pop()?.email ?? "";
const never = new AbortController().signal;

function fill(email: string, count: number): string[] {
	return Array.from({ length: count }, (_, n) =>
		microsoft.addMessage(email, message(`letter ${n}`, n), { folder: ["inbox", "archive"][n % 2] ?? "inbox" }),
	);
}

test("slots are granted in order, and released", async () => {
	const slots = createSlots()("account");
	const order: string[] = [];
	const release = await slots.acquire(3, never);
	const all = slots.acquire(4, never).then((done) => {
		order.push("all");
		done();
	});
	const one = slots.acquire(1, never).then((done) => {
		order.push("one");
		done();
	});
	const noRetry = new AbortController();
	const given = slots.acquire(4, noRetry.signal);
	noRetry.abort(new Error("enough"));
	await expect(given).rejects.toThrow("enough");
	expect(order).toEqual([]);
	release();
	await Promise.all([all, one]);
	expect(order).toEqual(["all", "one"]);
});

test("a mailbox gets at most four concurrent requests per process", async () => {
	const email = nextPerson();
	const ids = fill(email, 60);
	const environment = await accountOf(microsoft, email);
	const sessions = await Promise.all([1, 2, 3].map(() => provider.open(environment)));
	const fetchAll = async (session: (typeof sessions)[number]): Promise<number> => {
		let fetched = 0;
		for await (const _ of session.reader.fetchMessages(ids, "full", never)) fetched++;
		return fetched;
	};
	const done = await Promise.all(
		sessions.flatMap((session) => [
			fetchAll(session),
			session.writer.setFlags(ids.slice(0, 30), { starred: true }).then(({ missing }) => 60 - missing.length),
			session.reader.listFolders().then(() => 60),
			mirror()
				.follow(session)
				.then(() => 60),
		]),
	);
	expect(done).toEqual(done.map(() => 60));
	expect(microsoft.peakConcurrency(email)).toBe(4);
	expect(microsoft.requests.filter((request) => request.email === email && request.status === 429)).toEqual([]);
	for (const session of sessions) await session.close();
});

test("succeeds when Microsoft allows less than documented", async () => {
	const email = nextPerson();
	fill(email, 30);
	microsoft.limit({ atOnce: 2, retryAfter: 0 });
	const session = await provider.open(await accountOf(microsoft, email));
	const copy = mirror();
	await copy.follow(session);
	expect(await messageStateOf(session, copy.messages)).toEqual(truthOf(microsoft, email));
	expect(microsoft.requests.some((request) => request.email === email && request.status === 429)).toBe(true);
	await session.close();
});

test("lists the newest of the inbox first, in one page, with their own header fields", async () => {
	const email = nextPerson();
	fill(email, 200);
	const session = await provider.open(await accountOf(microsoft, email));
	const inbox = (await session.reader.listFolders()).find(({ role }) => role === "inbox");
	const { messages, more, done, total } = await session.reader.listChanges(null, { limit: 100, signal: never });
	expect(messages).toHaveLength(50);
	expect({ more, done, total }).toEqual({ more: true, done: 50, total: 200 });
	for (const { folderId } of messages) expect(folderId).toBe(inbox?.id);
	const dates = messages.map(({ receivedAt = 0 }) => receivedAt);
	expect(dates).toEqual([...dates].sort((a, b) => b - a));
	expect(Buffer.from(messages[0]?.header ?? []).toString()).toMatch(
		/^From: Ann Example .*\r\n.*Subject: letter 198\r\n.*\r\n\r\n$/s,
	);
	await session.close();
});

test("a mailbox of many folders has a small cursor, and a quiet one costs a request per twenty of them", async () => {
	const email = nextPerson();
	for (let n = 0; n < 300; n++) microsoft.addFolder(email, `Clients/Client number ${n}`);
	fill(email, 4);
	const session = await provider.open(await accountOf(microsoft, email));
	const copy = mirror();
	await copy.follow(session, 50);
	expect(copy.cursor().length).toBeLessThan(100_000);
	const before = microsoft.requests.length;
	const quiet = await copy.follow(session, 50);
	expect(quiet).toMatchObject([{ messages: [], removed: [], more: false }]);
	expect(microsoft.requests.length - before).toBeLessThan(320);
	await expect(session.reader.listChanges("1:AAAA", { limit: 1, signal: never })).rejects.toBeInstanceOf(CursorExpired);
	await session.close();
});

test("reports new mail from any folder until it is stopped", async () => {
	const email = nextPerson();
	const [id = ""] = fill(email, 2);
	const environment = await accountOf(microsoft, email);
	const session = openSession(environment, microsoft, microsoftClient(microsoft), createSlots()(email), OUTLOOK_LIMITS);
	const stop = new AbortController();
	let notifications = 0;
	const watching = watch(session, () => void notifications++, stop.signal, 0.02);
	// It calls back once the watch is established.
	await expect.poll(() => notifications).toBe(1);
	microsoft.addMessage(email, message("news"), { folder: "Clients" });
	await expect.poll(() => notifications).toBe(2);
	microsoft.move(email, id, "deleteditems");
	await expect.poll(() => notifications).toBe(3);
	microsoft.fail({ staleCursor: 1, times: 1 });
	await expect.poll(() => notifications).toBeGreaterThan(3);
	microsoft.fail(null);
	stop.abort();
	await watching;
	const before = notifications;
	await watch(session, () => void notifications++, stop.signal, 0.02);
	expect(notifications).toBe(before);
	microsoft.revoke(email);
	const ended = watch(session, () => undefined, never, 0.02);
	await expect(ended).rejects.toBeInstanceOf(AuthExpired);
	session.close();
});

test("is read-only when only that was granted", async () => {
	const email = nextPerson();
	const [id = ""] = fill(email, 1);
	const environment = await accountOf(microsoft, email);
	environment.account.settings.access = "read";
	environment.account.credentials = await microsoft.token(email, "read");
	const session = await provider.open(environment);
	const copy = mirror();
	await copy.follow(session);
	expect([...copy.messages.keys()]).toEqual([id]);
	for (const change of [
		() => session.writer.setFlags([id], { read: true }),
		() => session.writer.setLabels([id], { add: ["Blue"] }),
		() => session.writer.move([id], "anywhere"),
		() => session.writer.destroy([id]),
		() => session.writer.createFolder?.("New"),
		() => session.sender?.send(outgoing(message("out")), sendOptions()),
	])
		await expect(change()).rejects.toMatchObject({ name: "ReadOnly" });
	await session.close();
});
