import { expect, test } from "vitest";
import { conformance } from "#providers/conformance.ts";
import { modelTest } from "#providers/conformance-model.ts";
import { outgoing, sendOptions } from "#providers/conformance-send.ts";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import { Unsupported } from "#server/mail/provider/errors.ts";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { demoArrivals } from "./mail/arrivals.ts";
import { generateDemo } from "./mail/mailbox.ts";
import { createDemoProvider, DEMO_STATE_PREFIXES, demoProvider } from "./provider.ts";

const NOW = Date.UTC(2026, 2, 17, 10);
const signal = new AbortController().signal;

// The suite reads every message many times: a slice with two large ones covers the same.
const slice = generateDemo({ now: NOW }).slice(0, 90);
conformance({
	name: "demo",
	provider: createDemoProvider(() => slice),
	async setup() {
		const environment = memoryEnvironment({ now: NOW });
		const address = "ada@marlow.example";
		return {
			environment,
			messages: slice.length,
			// Mail stays in the demo mailbox: only what is sent to its owner arrives anywhere.
			send: { address, recipient: address, delivered: () => inbox(environment) },
		};
	},
	unknownIds: ["thread-nobody/1", "own-00000099", "'; drop table emails"],
});

const few = slice.slice(0, 12);
modelTest({
	name: "demo",
	provider: createDemoProvider(() => few),
	setup: async () => ({ environment: memoryEnvironment({ now: NOW }) }),
	histories: [40, 1_000],
	isStoredHere: true,
});

async function inbox(environment: ReturnType<typeof memoryEnvironment>): Promise<string[]> {
	const { session, messages } = await everything(environment);
	const ids = messages.filter(({ id, folderId }) => folderId === "inbox" && id.startsWith("own-")).map(({ id }) => id);
	const found: string[] = [];
	for await (const { raw } of session.reader.fetchMessages(ids, "full", signal))
		found.push(Buffer.from(raw).toString());
	return found;
}

async function everything(environment: ReturnType<typeof memoryEnvironment>, from: string | null = null) {
	const session = await demoProvider.open(environment);
	const messages: RemoteMessage[] = [];
	for (let cursor = from; ; ) {
		const page = await session.reader.listChanges(cursor, { limit: 500, signal });
		messages.push(...page.messages);
		if (!page.more) return { session, messages, cursor: page.cursor };
		cursor = page.cursor;
	}
}

test("the mailbox stays as it was on the day it was created", async () => {
	const environment = memoryEnvironment({ now: NOW });
	const first = await everything(environment);
	const later = await everything({ ...environment, now: () => NOW + 30 * 86_400_000 });
	expect(later.cursor).toBe(first.cursor);
	expect(later.messages.map(({ id, raw }) => [id, raw && Buffer.from(raw).toString("base64")])).toEqual(
		first.messages.map(({ id, raw }) => [id, raw && Buffer.from(raw).toString("base64")]),
	);
	const large = first.messages.filter(({ raw }) => raw === undefined);
	expect(large.length).toBeGreaterThanOrEqual(12);
});

test("sent mail appears in Sent, drafts in Drafts, and both can be changed like any message", async () => {
	const environment = memoryEnvironment({ now: NOW });
	const { session, cursor } = await everything(environment);
	const raw = Buffer.from(
		"From: ada@marlow.example\r\nTo: gus@example.com\r\nSubject: Oak\r\n\r\nThirteen boards.\r\n",
	);
	const sent = await session.sender?.send(outgoing(raw), sendOptions());
	const draft = await session.drafts?.save(Buffer.from("Subject: Not yet\r\n\r\n"));
	const after = await everything(environment, cursor);
	expect(after.messages.map(({ id, folderId, flags }) => [id, folderId, flags.read])).toEqual([
		[sent?.id, "sent", true],
		[draft?.id, "drafts", true],
	]);
	expect(Buffer.from(after.messages[0]?.raw ?? [])).toEqual(raw);
	await session.writer.move([sent?.id ?? ""], "archive");
	const moved = await everything(environment, after.cursor);
	expect(moved.messages).toMatchObject([{ id: sent?.id, folderId: "archive" }]);
	await session.writer.destroy([draft?.id ?? ""]);
	const fetched = [];
	for await (const { id } of session.reader.fetchMessages([sent?.id ?? "", draft?.id ?? ""], "full", signal))
		fetched.push(id);
	expect(fetched).toEqual([sent?.id]);
	const again = await session.drafts?.save(Buffer.from("Subject: A new one\r\n\r\n"));
	expect(again?.id).not.toBe(draft?.id);
});

test("two messages sent concurrently are both stored", async () => {
	const environment = memoryEnvironment({ now: NOW });
	const sessions = [await demoProvider.open(environment), await demoProvider.open(environment)];
	const raw = Buffer.from("Subject: At once\r\n\r\n");
	const ids = await Promise.all(sessions.map(async (session) => session.sender?.send(outgoing(raw), sendOptions())));
	expect(new Set(ids.map((sent) => sent?.id)).size).toBe(2);
});

test("a message larger than 25 MB is refused with an explanation", async () => {
	const session = await demoProvider.open(memoryEnvironment({ now: NOW }));
	await expect(async () =>
		session.sender?.send(outgoing(new Uint8Array(26 * 1024 * 1024)), sendOptions()),
	).rejects.toBeInstanceOf(Unsupported);
});

test("the quota is the total message size, and falls when some are destroyed", async () => {
	const environment = memoryEnvironment({ now: NOW });
	const { session, messages } = await everything(environment);
	const before = await session.reader.quota?.();
	const share = (before?.usedBytes ?? 0) / (before?.limitBytes ?? 0);
	expect(share).toBeGreaterThan(0.95);
	expect(share).toBeLessThan(1);
	const small = messages.filter(({ sizeBytes }) => sizeBytes !== undefined);
	await session.writer.destroy(small.map(({ id }) => id));
	const listed = small.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
	expect((before?.usedBytes ?? 0) - ((await session.reader.quota?.())?.usedBytes ?? 0)).toBe(listed);
});

test("clearing the state restores the first day", async () => {
	const environment = memoryEnvironment({ now: NOW });
	const { session, messages } = await everything(environment);
	await session.writer.destroy(messages.slice(0, 100).map(({ id }) => id));
	await session.sender?.send(outgoing("Subject: Gone soon\r\n\r\n"), sendOptions());
	for (const prefix of DEMO_STATE_PREFIXES) {
		const entries = await environment.state.list(prefix, prefix, 10_000);
		await environment.state.put(entries.map(([key]): [string, unknown] => [key, null]));
	}
	expect(environment.inspect().entries.size).toBe(0);
	const back = await everything(environment);
	expect(back.messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
});

test("new mail keeps coming for an hour: replies, first-time senders, signed lists, invitations and a duplicate", async () => {
	const environment = memoryEnvironment({ now: NOW });
	const provider = createDemoProvider(() => slice, demoArrivals());
	const known = new Set(generateDemo({ now: NOW }).map(({ from }) => from));
	const at = async (ms: number, from: string | null) => {
		const session = await provider.open({ ...environment, now: () => NOW + ms });
		return session.reader.listChanges(from, { limit: 500, signal });
	};
	const first = await at(0, null);
	expect((await at(15_000, first.cursor)).messages).toEqual([]);
	const reply = await at(21_000, first.cursor);
	expect(reply.messages).toMatchObject([{ folderId: "inbox", flags: { read: false }, receivedAt: NOW + 20_000 }]);
	expect(String(Buffer.from(reply.messages[0]?.raw ?? []))).toMatch(/^In-Reply-To: </m);
	expect((await at(22_000, reply.cursor)).messages).toEqual([]);
	const rest = (await at(3_600_000, reply.cursor)).messages.map(({ raw }) => String(Buffer.from(raw ?? [])));
	expect((await at(86_400_000, (await at(3_600_000, reply.cursor)).cursor)).messages).toEqual([]);
	const field = (name: string) => rest.map((raw) => new RegExp(`^${name}: (.*(?:\r\n .*)*)`, "m").exec(raw)?.[1] ?? "");
	const senders = field("From").map((from) => /[\w.-]+@[\w.-]+/.exec(from)?.[0] ?? "");
	expect(new Set(senders.filter((sender) => !known.has(sender))).size).toBe(4);
	expect(field("DKIM-Signature").filter(Boolean).length).toBeGreaterThan(5);
	expect(rest.filter((raw) => raw.includes("text/calendar")).length).toBe(2);
	const ids = field("Message-ID");
	expect(ids.length - new Set(ids).size).toBe(1);
});

test("the watch reports mail when it arrives", async () => {
	let now = NOW;
	const environment = { ...memoryEnvironment({ now: NOW }), now: () => now };
	const session = await createDemoProvider(
		() => slice,
		[{ after: 1, raw: () => Buffer.from("Subject: Hello\r\n\r\n") }],
	).open(environment);
	await session.reader.listChanges(null, { limit: 500, signal });
	const stopping = new AbortController();
	now += 10;
	await new Promise<void>((resolve) => {
		void session.watcher?.watch(resolve, stopping.signal);
	});
	stopping.abort();
});
