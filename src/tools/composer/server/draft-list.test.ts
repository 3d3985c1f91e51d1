import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { composerContract, type DraftSection } from "../contract.ts";
import { sendDraft } from "./send-draft.ts";

/** The list of drafts and what waits to be sent: page by page, with whatever is stored. */

let server: TestServer;
let user: TestUser;
let account: string;
const drafts = () => user.client(composerContract);
const people = (name: string, count: number) =>
	Array.from({ length: count }, (_, n) => ({ name: `${name} ${n}`, email: `${name}.${n}@example.net` }));

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
});
beforeEach(async () => {
	user = await server.signUp();
	account = (await user.client(accountsContract).startDemo()).account.id;
	await server.ctx.jobs.drain();
	await user.client(settingsContract).updateSettings({ params: { section: "composer" }, body: { undoSeconds: 0 } });
});
afterAll(() => server.close());

/** Ids of a section, read in pages of two. */
async function pagesOf(section?: DraftSection): Promise<string[][]> {
	const pages: string[][] = [];
	let cursor: string | undefined;
	do {
		const page = await drafts().listDrafts({ query: { section, limit: 2, cursor } });
		pages.push(page.items.map(({ id }) => id));
		expect(page.total).toBe((await drafts().listDrafts({ query: { section } })).items.length);
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined);
	return pages;
}

it("lists drafts, scheduled messages and those that failed, each page by page with its total", async () => {
	const [to] = people("bob", 1);
	const create = async (subject: string) =>
		(await drafts().createDraft({ body: { accountId: account, to: to && [to], subject, text: "Hello" } })).id;
	const sendAt = new Date(server.ctx.now() + 3_600_000).toISOString();
	const waiting: string[] = [];
	for (const n of [1, 2, 3]) {
		const id = await create(`Later ${n}`);
		await drafts().sendDraft({ params: { id }, body: { sendAt } });
		waiting.unshift(id);
	}
	const failed = await create("Refused");
	await server.ctx.database.exec("update drafts set problem = 'It was refused.' where id = $1", [failed]);
	const written: string[] = [];
	for (const n of [1, 2, 3, 4]) written.unshift(await create(`Draft ${n}`));

	const [w1 = "", w2 = "", w3 = ""] = waiting;
	expect(await pagesOf("waiting")).toEqual([[w1, w2], [w3]]);
	expect(await pagesOf("drafts")).toEqual([written.slice(0, 2), written.slice(2)]);
	expect(await pagesOf("attention")).toEqual([[failed]]);
	expect((await pagesOf()).flat()).toEqual([...written, failed, ...waiting]);
	// The oldest, which is on the last page, can be taken back.
	await drafts().reopenDraft({ params: { id: w3 } });
	expect(await pagesOf("waiting")).toEqual([[w1, w2]]);
	await expect(drafts().listDrafts({ query: { cursor: "x" } })).rejects.toMatchObject({ code: "bad-cursor" });
});

it("lists what other mail programs saved page by page", async () => {
	const saved = (n: number) =>
		`From a@example.org Mon Jan  5 10:0${n}:00 2026\nDate: Mon, 5 Jan 2026 10:0${n}:00 +0000\nFrom: a@example.org\nX-Gmail-Labels: Drafts\nSubject: Saved ${n}\n\nText\n\n`;
	const bytes = new TextEncoder().encode([1, 2, 3].map(saved).join(""));
	await user.client(accountsContract).importMbox({ query: { filename: "a.mbox" } }, { bytes });
	await server.ctx.jobs.drain();
	const list = (limit: number, cursor?: string) => drafts().listMailboxDrafts({ query: { limit, cursor } });
	const all = await list(200);
	expect(all.items.map(({ subject }) => subject)).toEqual(expect.arrayContaining(["Saved 3", "Saved 2", "Saved 1"]));
	expect([all.total, all.nextCursor]).toEqual([all.items.length, null]);
	const found: typeof all.items = [];
	let page = await list(2);
	while (page.nextCursor !== null) {
		found.push(...page.items);
		expect([page.total, page.items.length]).toEqual([all.total, 2]);
		page = await list(2, page.nextCursor);
	}
	expect([...found, ...page.items]).toEqual(all.items);
});

it("keeps an answer to more people than a message can go to: it opens, is edited and discarded, and is not sent", async () => {
	const [to, cc] = [people("to", 900), people("cc", 700)].map((list) =>
		list.map(({ name, email }) => `${name} <${email}>`).join(",\n "),
	);
	const mbox = `From a@example.org Mon Jan  5 10:00:00 2026\nFrom: Ann <ann@example.org>\nTo: ${to}\nCc: ${cc}\nSubject: All of us\n\nText\n`;
	await user
		.client(accountsContract)
		.importMbox({ query: { filename: "a.mbox" } }, { bytes: new TextEncoder().encode(mbox) });
	await server.ctx.jobs.drain();
	const found = await user.client(emailsContract).listEmails({ query: { q: 'subject:"All of us"' } });
	const emailId = found.items[0]?.id ?? "";
	const { id, ...draft } = await drafts().createDraft({ body: { kind: "reply_all", emailId, accountId: account } });
	expect([draft.to.length, draft.cc.length]).toEqual([901, 700]);
	expect((await drafts().listDrafts()).items).toMatchObject([{ id, subject: "Re: All of us" }]);
	expect((await drafts().getDraft({ params: { id } })).to).toEqual(draft.to);

	await expect(drafts().sendDraft({ params: { id }, body: {} })).rejects.toMatchObject({
		code: "too-many-recipients",
		message: "This message has 1601 recipients, and a message can go to 500. Remove some, or send several messages.",
	});
	await drafts().updateDraft({ params: { id }, body: { to: draft.to.slice(0, 800), cc: [] } });
	expect((await drafts().getDraft({ params: { id } })).to).toHaveLength(800);
	await drafts().discardDraft({ params: { id } });
	expect((await drafts().listDrafts()).items).toEqual([]);
});

it("counts a recipient once, whatever field names it", async () => {
	const [ann, bob, eve] = people("r", 3);
	if (!ann || !bob || !eve) throw new Error("Three people are needed");
	const body = { accountId: account, to: [ann, bob], cc: [{ ...ann, email: ann.email.toUpperCase() }] };
	const { id } = await drafts().createDraft({ body });
	const key = { ownerId: user.ownerId, id };
	const send = () => sendDraft(server.ctx, key, { userName: "Ann", maxRecipients: 2 });
	await drafts().updateDraft({ params: { id }, body: { bcc: [eve] } });
	await expect(send()).rejects.toMatchObject({ code: "too-many-recipients" });
	await drafts().updateDraft({ params: { id }, body: { bcc: [] } });
	await send();
});

it("lists what a removed mailbox had not sent to everybody, and opens it for another one", async () => {
	const { id } = await drafts().createDraft({
		body: { accountId: account, to: people("bob", 1), subject: "Left behind" },
	});
	await drafts().sendDraft({ params: { id }, body: {} });
	await server.ctx.jobs.drain();
	await server.ctx.database.exec("update drafts set finished_at = null where id = $1", [id]);
	await server.ctx.database.exec("update outgoing_messages set state = 'failed' where owner_id = $1", [user.ownerId]);
	expect(await pagesOf("attention")).toEqual([[id]]);
	await user.client(accountsContract).deleteAccount({ params: { id: account } });
	await server.ctx.jobs.drain();
	const { items, total } = await drafts().listDrafts({ query: { section: "attention" } });
	const problem = expect.stringContaining("was removed before everybody got it") as string;
	expect([total, items]).toMatchObject([1, [{ id, state: "failed", problem }]]);
	expect(await pagesOf()).toEqual([[id]]);
	await drafts().reopenDraft({ params: { id } });
	expect(await drafts().getDraft({ params: { id } })).toMatchObject({ state: "editing", problem });
	expect(await pagesOf("attention")).toEqual([[id]]);
	await drafts().discardDraft({ params: { id } });
	expect((await drafts().listDrafts()).total).toBe(0);
});

it("says at once of a scheduled message that its mailbox was removed", async () => {
	const { id } = await drafts().createDraft({ body: { accountId: account, to: people("bob", 1), subject: "Later" } });
	const sendAt = new Date(server.ctx.now() + 3_600_000).toISOString();
	await drafts().sendDraft({ params: { id }, body: { sendAt } });
	expect([await pagesOf("waiting"), await pagesOf("attention")]).toEqual([[[id]], [[]]]);
	await user.client(accountsContract).deleteAccount({ params: { id: account } });
	expect([await pagesOf("waiting"), await pagesOf("attention")]).toEqual([[[]], [[id]]]);
	const problem = expect.stringContaining("won't be sent") as string;
	expect((await drafts().listDrafts()).items).toMatchObject([{ id, state: "scheduled", problem }]);
	expect(await drafts().getOutbox()).toMatchObject({ attention: 1 });
	expect(await drafts().reopenDraft({ params: { id } })).toMatchObject({ state: "editing", problem: null });
});

it("lists a damaged draft as one, which can be discarded but not opened", async () => {
	const { id: sound } = await drafts().createDraft({ body: { subject: "Sound" } });
	const to = people("bob", 1);
	const damage = (id: string) =>
		server.ctx.database.query(`update drafts set recipients = '{"to": null}' where id = $1`, [id]);
	const { id } = await drafts().createDraft({ body: { subject: "Damaged", accountId: account } });
	await damage(id);
	const { id: scheduled } = await drafts().createDraft({ body: { subject: "Scheduled", accountId: account, to } });
	const sendAt = new Date(server.ctx.now() + 3_600_000).toISOString();
	await drafts().sendDraft({ params: { id: scheduled }, body: { sendAt } });
	await damage(scheduled);

	expect((await drafts().listDrafts()).items).toMatchObject([
		{ id: scheduled, subject: "Scheduled", isDamaged: true, to: [] },
		{ id, subject: "Damaged", isDamaged: true, to: [] },
		{ id: sound, isDamaged: false },
	]);
	for (const call of [
		() => drafts().getDraft({ params: { id } }),
		() => drafts().updateDraft({ params: { id }, body: { subject: "Mended" } }),
		() => drafts().sendDraft({ params: { id }, body: {} }),
	])
		await expect(call()).rejects.toMatchObject({ status: 409, code: "draft-damaged" });
	await drafts().discardDraft({ params: { id } });
	await drafts().discardDraft({ params: { id: scheduled } });
	expect((await drafts().listDrafts()).items.map((one) => one.id)).toEqual([sound]);
});
