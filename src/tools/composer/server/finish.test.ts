import { afterAll, beforeAll, expect, it } from "vitest";
import { capability } from "#server/platform/capabilities/capabilities.ts";
import { setReminder } from "#shared/capabilities/set-reminder.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { newId } from "#shared/ids.ts";
import { withCapability } from "#test/capabilities.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { snoozedContract } from "#tools/snoozed/contract.ts";
import { composerContract } from "../contract.ts";
import { finishSent } from "./finish.ts";

/** What follows once a message has left: its reminder is set exactly once, whenever the process dies. */

let server: TestServer;
let ada: TestUser;
let accountId: string;
beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
	ada = await server.signUp();
	accountId = (await ada.client(accountsContract).startDemo()).account.id;
	await server.ctx.jobs.drain();
	await ada.client(settingsContract).updateSettings({ params: { section: "composer" }, body: { undoSeconds: 0 } });
});
afterAll(() => server.close());

/** Sends a message that asks for a reminder. */
async function send(subject: string): Promise<void> {
	const api = ada.client(composerContract);
	const { id } = await api.createDraft({ body: { subject, text: "Interested?", remindAfterDays: 3 } });
	await api.updateDraft({ params: { id }, body: { to: [{ name: "", email: "bob@example.net" }] } });
	await api.sendDraft({ params: { id }, body: {} });
	await server.ctx.jobs.drain();
}

/** Delivers what was published about a message that left, again. */
async function deliverAgain(subject: string): Promise<void> {
	const row = await server.ctx.database.one<{ payload: { outgoingId: string } }>(
		`select e.payload from stream_events e join outgoing_messages o on o.id::text = e.payload ->> 'outgoingId'
		where e.owner_id = $1 and e.stream = 'mail.sent' and o.subject = $2`,
		[ada.ownerId, subject],
	);
	const event = { id: newId(), payload: row?.payload, publishedAt: new Date() };
	const { signal } = new AbortController();
	const delivery = { ownerId: ada.ownerId, orderingKey: accountId, attempt: 1, signal };
	for (const handler of finishSent.handlers) await handler.handle(server.ctx, [event], delivery);
}

async function reminders(subject: string) {
	const { items } = await ada.client(snoozedContract).listReminders({ query: {} });
	return items.filter((item) => item.subject === subject);
}

it("sets the reminder once where the process dies before its transaction commits", async () => {
	let calls = 0;
	await withCapability(
		server.ctx,
		setReminder,
		(run) => async (call, input) => {
			const result = await run(call, input);
			if (++calls === 1) throw new Error("The process died");
			return result;
		},
		() => send("Before the commit"),
	);
	expect(calls).toBe(2);
	expect(await reminders("Before the commit")).toMatchObject([{ kind: "no_reply", state: "waiting" }]);
});

it("sets it once where the process dies after that, and the event is delivered again", async () => {
	await send("After the commit");
	const [reminder, ...others] = await reminders("After the commit");
	expect([reminder?.state, others]).toEqual(["waiting", []]);
	await Promise.all([deliverAgain("After the commit"), deliverAgain("After the commit")]);
	expect(await reminders("After the commit")).toEqual([reminder]);
	// Nor does it come back after the user has dismissed it.
	await ada.client(snoozedContract).dismissReminder({ params: { id: reminder?.id ?? "" } });
	await deliverAgain("After the commit");
	expect(await reminders("After the commit")).toEqual([]);
});

it("sets one reminder of a message, however often it is asked to", async () => {
	await send("Asked again");
	const [reminder] = await reminders("Asked again");
	const { database } = server.ctx;
	const row = await database.one<{ outgoing_id: string; message_id: string }>(
		"select outgoing_id, message_id from reminders where owner_id = $1 and id = $2",
		[ada.ownerId, reminder?.id],
	);
	const input = {
		...{ accountId, outgoingId: row?.outgoing_id ?? "", messageId: row?.message_id ?? "" },
		...{ subject: "Asked again", dueAt: new Date().toISOString() },
	};
	const set = capability(server.ctx, setReminder);
	const call = { ownerId: ada.ownerId, signal: AbortSignal.timeout(60_000) };
	const again = await database.transaction(() => Promise.resolve(set?.(call, input)));
	expect(again).toEqual({ reminderId: reminder?.id });
	expect(await reminders("Asked again")).toEqual([reminder]);
});

it("finishes what was sent where no tool sets reminders", async () => {
	await withCapability(server.ctx, setReminder, null, () => send("Nobody to remind"));
	expect(await reminders("Nobody to remind")).toEqual([]);
	const { items } = await ada.client(composerContract).listDrafts({});
	expect(items.filter(({ subject }) => subject === "Nobody to remind")).toEqual([]);
});
