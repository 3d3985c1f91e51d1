import { afterAll, beforeAll, expect, it } from "vitest";
import { startDue } from "#server/platform/schedule/start-due.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { composerContract } from "../contract.ts";
import { maintainDrafts } from "./drafts.ts";
import { copyTask } from "./provider-copy.ts";

/** Drafts and sending through the API, in the demo mailbox. */

let server: TestServer;
let ada: TestUser;
let bea: TestUser;
let account: string;
const MINUTE_MS = 60_000;
/** Milliseconds that the server is ahead. */
let passed = 0;
const drafts = () => ada.client(composerContract);
const bytesOf = (text: string) => new TextEncoder().encode(text);

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo(), now: () => Date.now() + passed });
	ada = await server.signUp();
	bea = await server.signUp();
	account = (await ada.client(accountsContract).startDemo()).account.id;
	await server.ctx.jobs.drain();
	await ada.client(settingsContract).updateSettings({ params: { section: "composer" }, body: { undoSeconds: 0 } });
});
afterAll(() => server.close());

const inboxItem = async () => {
	const { items } = await ada.client(emailsContract).listEmails({ query: { account, folder: "inbox", limit: 20 } });
	const [item] = items;
	if (item === undefined) throw new Error("The demo has no mail");
	return item;
};
const sent = async (subject: string) => {
	const { items } = await ada.client(emailsContract).listEmails({ query: { account, folder: "sent", limit: 20 } });
	return items.filter((item) => item.subject === subject);
};

it("sets a reminder once the message is sent, which is listed with it", async () => {
	const { id } = await drafts().createDraft({ body: { subject: "Offer", text: "Interested?", remindAfterDays: 3 } });
	await drafts().updateDraft({ params: { id }, body: { to: [{ name: "", email: "bob@example.net" }] } });
	await drafts().sendDraft({ params: { id }, body: {} });
	await server.ctx.jobs.drain();
	const reply = await ada.fetch("/api/v1/reminders", { method: "GET" });
	const { items } = (await reply.json()) as { items: { dueAt: string }[] };
	expect(items).toMatchObject([{ kind: "no_reply", state: "waiting", subject: "Offer" }]);
	const days = (Date.parse(items[0]?.dueAt ?? "") - Date.now()) / 86_400_000;
	expect(days).toBeGreaterThan(2.9);
	expect(days).toBeLessThan(3.1);
});

it("sends a message, which is then in Sent and no longer a draft", async () => {
	const { id } = await drafts().createDraft({ body: {} });
	const to = [{ name: "Bea", email: "bea@example.net" }];
	const { version } = await drafts().updateDraft({ params: { id }, body: { to, subject: "Plans", text: "Hello" } });
	expect((await drafts().listDrafts({})).items).toMatchObject([{ id, subject: "Plans", preview: "Hello" }]);
	await drafts().sendDraft({ params: { id }, body: { version } });
	await server.ctx.jobs.drain();
	expect(await drafts().getDraft({ params: { id } })).toMatchObject({ state: "sent" });
	expect((await drafts().listDrafts({})).items).toEqual([]);
	expect(await sent("Plans")).toHaveLength(1);
	await expect(drafts().reopenDraft({ params: { id } })).rejects.toMatchObject({ code: "already-sent" });
});

it("answers in the thread of the message", async () => {
	const item = await inboxItem();
	const quote = { html: null, text: "> Hello" };
	const draft = await drafts().createDraft({ body: { kind: "reply", emailId: item.id, text: "Yes", quote } });
	expect(draft).toMatchObject({ accountId: account, to: [{ email: item.senderEmail }], kind: "reply" });
	await drafts().sendDraft({ params: { id: draft.id }, body: {} });
	await server.ctx.jobs.drain();
	const [copy] = await sent(draft.subject);
	expect(copy?.threadId).toBe(item.threadId);
	const opened = await ada.client(emailsContract).getEmail({ params: { id: copy?.id ?? "" } });
	const original = await ada.client(emailsContract).getEmail({ params: { id: item.id } });
	expect(opened.inReplyTo).toBe(original.messageId);
	expect(opened.text).toBe("Yes\n\n> Hello\n");
});

it("keeps a scheduled message until its time, and returns it when that is undone", async () => {
	const to = [{ name: "", email: "bea@example.net" }];
	const { id } = await drafts().createDraft({ body: { to, subject: "Later", text: "Hello" } });
	const sendAt = new Date(server.ctx.now() + 3_600_000).toISOString();
	expect(await drafts().sendDraft({ params: { id }, body: { sendAt } })).toMatchObject({ state: "scheduled", sendAt });
	await expect(drafts().updateDraft({ params: { id }, body: { text: "x" } })).rejects.toMatchObject({
		code: "already-sent",
	});
	await expect(drafts().discardDraft({ params: { id } })).rejects.toMatchObject({ code: "already-sent" });
	expect(await drafts().reopenDraft({ params: { id } })).toMatchObject({
		state: "editing",
		text: "Hello",
		sendAt: null,
	});
	await server.ctx.jobs.drain();
	expect(await sent("Later")).toEqual([]);
});

it("refuses what cannot be sent, and says what to do", async () => {
	const { id } = await drafts().createDraft({ body: { subject: "Broken" } });
	const send = () => drafts().sendDraft({ params: { id }, body: {} });
	await expect(send()).rejects.toMatchObject({ code: "no-recipients" });
	await drafts().updateDraft({ params: { id }, body: { to: [{ name: "", email: "nobody" }] } });
	await expect(send()).rejects.toMatchObject({ code: "bad-recipient", message: expect.stringContaining("nobody") });
	// One that is two would add a recipient whom nobody saw.
	for (const email of ["a@example.net,b@example.net", "a@example.net;b@example.net", "all:a@example.net"]) {
		await drafts().updateDraft({ params: { id }, body: { to: [{ name: "", email }] } });
		await expect(send()).rejects.toMatchObject({ code: "bad-recipient", message: expect.stringContaining(email) });
	}
	await drafts().updateDraft({ params: { id }, body: { to: [{ name: "", email: "a@example.net" }], accountId: null } });
	await expect(send()).rejects.toMatchObject({ code: "cannot-send" });
	await expect(
		drafts().sendDraft({
			params: { id },
			body: { sendAt: new Date(server.ctx.now() + 400 * 86_400_000).toISOString() },
		}),
	).rejects.toMatchObject({ code: "too-far-ahead" });
});

it("does not overwrite what another window saved", async () => {
	const { id, version } = await drafts().createDraft({ body: { text: "one" } });
	await drafts().updateDraft({ params: { id }, body: { text: "two", version } });
	await expect(drafts().updateDraft({ params: { id }, body: { text: "three", version } })).rejects.toMatchObject({
		code: "draft-changed",
	});
	expect(await drafts().getDraft({ params: { id } })).toMatchObject({ text: "two" });
});

it("restores a discarded draft with its attachments", async () => {
	const { id } = await drafts().createDraft({ body: { subject: "Discarded" } });
	const params = { id };
	await drafts().addAttachment({ params, query: { filename: "a.txt" } }, { bytes: bytesOf("one") });
	await drafts().discardDraft({ params });
	expect((await drafts().listDrafts({})).items.map((one) => one.id)).not.toContain(id);
	// A window that shows it learns that it is gone.
	await expect(drafts().getDraft({ params })).rejects.toMatchObject({ status: 404 });
	const restored = await drafts().restoreDraft({ params });
	expect(restored).toMatchObject({ subject: "Discarded", attachments: [{ filename: "a.txt", sizeBytes: 3 }] });
	const file = await drafts().getDraftAttachment({ params: { id, position: 0 } });
	expect(await file.text()).toBe("one");
});

it("keeps drafts from other users", async () => {
	const { id } = await drafts().createDraft({ body: { subject: "Private" } });
	const others = bea.client(composerContract);
	const missing = { status: 404 };
	await expect(others.getDraft({ params: { id } })).rejects.toMatchObject(missing);
	await expect(others.updateDraft({ params: { id }, body: { text: "x" } })).rejects.toMatchObject(missing);
	await expect(others.sendDraft({ params: { id }, body: {} })).rejects.toMatchObject(missing);
	const item = await inboxItem();
	await expect(others.createDraft({ body: { kind: "reply", emailId: item.id } })).rejects.toMatchObject(missing);
	expect((await others.listDrafts({})).items).toEqual([]);
});

it("keeps templates by name, changes and deletes them", async () => {
	const create = (name: string) =>
		drafts().createTemplate({ body: { name, subject: "Hello", html: "<div>Hello</div>", text: "Hello" } });
	const names = async () => (await drafts().listTemplates()).items.map(({ name }) => name);
	await create("Thanks");
	const { id } = await create("follow-up");
	expect(await names()).toEqual(["follow-up", "Thanks"]);
	const changed = await drafts().updateTemplate({ params: { id }, body: { name: "Zero", html: null, text: "Plain" } });
	expect(changed).toMatchObject({ name: "Zero", subject: "Hello", html: null, text: "Plain" });
	expect((await bea.client(composerContract).listTemplates()).items).toEqual([]);
	await drafts().deleteTemplate({ params: { id } });
	expect(await names()).toEqual(["Thanks"]);
});

it("limits attachments, and says so", async () => {
	const { id } = await drafts().createDraft({ body: {} });
	const bytes = new Uint8Array(25 * 1024 * 1024 + 1);
	await expect(
		drafts().addAttachment({ params: { id }, query: { filename: "large.bin" } }, { bytes }),
	).rejects.toMatchObject({ status: 413, code: "too-large", message: expect.stringContaining("25 MB") });
	expect((await drafts().getDraft({ params: { id } })).attachments).toEqual([]);
});

it("offers an imported mailbox as one that cannot send, and why", async () => {
	const bytes = bytesOf("From a@example.org Mon Jan  5 10:00:00 2026\nFrom: a@example.org\nSubject: x\n\nText\n");
	const imported = await bea.client(accountsContract).importMbox({ query: { filename: "a.mbox" } }, { bytes });
	await server.ctx.jobs.drain();
	const composer = bea.client(composerContract);
	expect((await composer.listSenders()).items).toMatchObject([
		{ accountId: imported.account.id, obstacle: expect.stringContaining("imported from a file") },
	]);
	const to = [{ name: "", email: "a@example.net" }];
	const { id } = await composer.createDraft({ body: { accountId: imported.account.id, to } });
	await expect(composer.sendDraft({ params: { id }, body: {} })).rejects.toMatchObject({ code: "cannot-send" });
	await composer.updateDraft({ params: { id }, body: { text: "Hello" } });
	passed += MINUTE_MS;
	await startDue(server.ctx, [copyTask.name]);
	await server.ctx.jobs.drain();
	expect((await composer.getDraft({ params: { id } })).copyProblem).toContain("imported from a file");
});

it("signs with the display name of the mailbox", async () => {
	await drafts().updateSender({ params: { id: account }, body: { fromName: "Ada at work", signature: "<p>Ada</p>" } });
	expect((await drafts().listSenders()).items).toMatchObject([{ fromName: "Ada at work", signature: "<p>Ada</p>" }]);
	const to = [{ name: "", email: "bea@example.net" }];
	const { id } = await drafts().createDraft({ body: { to, subject: "Named", html: "<p>Hello</p>", text: "Hello" } });
	await drafts().sendDraft({ params: { id }, body: {} });
	await server.ctx.jobs.drain();
	expect(await sent("Named")).toMatchObject([{ senderName: "Ada at work" }]);
});

it("deletes discarded drafts a day later, however many", async () => {
	const composer = bea.client(composerContract);
	const make = async () => (await composer.createDraft({ body: { subject: "Discarded" } })).id;
	for (let n = 0; n < 5; n++) await composer.discardDraft({ params: { id: await make() } });
	const kept = await make();
	const { ctx } = server;
	const left = async () =>
		(
			await ctx.database.query<{ id: string }>("select id from drafts where owner_id = $1 and subject = 'Discarded'", [
				bea.ownerId,
			])
		).map(({ id }) => id);
	await maintainDrafts(ctx, 2);
	expect(await left()).toHaveLength(6);
	await maintainDrafts({ ...ctx, now: () => ctx.now() + 25 * 3_600_000 }, 2);
	expect(await left()).toEqual([kept]);
});
