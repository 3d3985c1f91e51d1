import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#shared/ids.ts";
import { openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import type { FolderRole } from "../provider/provider.ts";
import { completeBatch } from "./complete.ts";
import { insertBatch } from "./insert.ts";
import type { Content } from "./rows.ts";
import { addAccount, classifier, countsAndRecounts, incoming } from "./testing.ts";

const owner = "owner";
const roles = new Map<string, FolderRole>([["inbox", "inbox"]]);

let install: Awaited<ReturnType<typeof testInstall>>;
let mailbox: TestMailbox;
let account: string;
beforeAll(async () => {
	install = await testInstall();
	mailbox = await openMailbox(install, { isIdle: true });
});
afterAll(async () => {
	await mailbox.close();
	await install.remove();
});
beforeEach(async () => {
	account = newId();
	await addAccount(mailbox.ctx.database, owner, account);
});

const OFFER = { mailtos: [], links: [], oneClick: false, listId: null };
let count = 0;
const message = (email: string, more: { name?: string; url?: string; hasBody?: boolean } = {}) => {
	const { name = "The Brand", url = "https://unsub.mailer7.example/u/1", hasBody = true } = more;
	const parsed = { from: { name, email }, listUnsubscribe: { ...OFFER, urls: [url] } };
	const made = incoming({ id: `${++count}`, folderId: "inbox" }, parsed);
	return hasBody ? made : { ...made, content: { ...(made.content as Content), sha256: null, lexemes: "" } };
};
const add = (...messages: ReturnType<typeof message>[]) =>
	insertBatch(mailbox.ctx.database, owner, account, { messages, removed: [], roles, classifier });
const lists = async () => {
	const rows = await mailbox.ctx.database.query<{ sender: string; list: string }>(
		"select distinct sender_email as sender, list_key as list from emails where account_id = $1",
		[account],
	);
	for (const { saved, counted } of await countsAndRecounts(mailbox.ctx.database)) expect(saved).toEqual(counted);
	return Object.fromEntries(rows.map(({ sender, list }) => [sender, list]));
};

test("one newsletter with two sender addresses is one list, in one batch and later", async () => {
	await add(
		message("news@brand.example"),
		message("hello@brand.example", { url: "https://unsub.mailer9.example/u/2" }),
	);
	await add(message("post@letters.brand.example"), message("hello@brand.example", { name: "Ann of The Brand" }));
	expect(await lists()).toEqual({
		"news@brand.example": "from:news@brand.example",
		"hello@brand.example": "from:news@brand.example",
		"post@letters.brand.example": "from:news@brand.example",
	});
});

test("a body that arrives later belongs to the same list as its header", async () => {
	await add(message("news@brand.example"), message("hello@brand.example", { hasBody: false }));
	const row = await mailbox.ctx.database.one<{ id: string }>(
		"select id from emails where account_id = $1 and raw_sha256 is null",
		[account],
	);
	const { content } = message("hello@brand.example");
	await completeBatch(mailbox.ctx.database, owner, account, {
		bodies: [{ id: row?.id ?? "", content: { ...(content as Content), sha256: "2".repeat(64) } }],
		classifier,
	});
	expect((await lists())["hello@brand.example"]).toBe("from:news@brand.example");
});

test("other names, organizations and services stay apart, and so does mail about orders", async () => {
	const apart = [
		message("news@brand.example"),
		message("jobs@brand.example", { name: "Brand Jobs" }),
		message("news@other.example"),
		message("team@brand.example", { url: "https://elsewhere.example/u" }),
		message("orders@brand.example"),
	];
	await add(...apart);
	expect(new Set(Object.values(await lists())).size).toBe(apart.length);
});
