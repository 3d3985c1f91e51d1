import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { drainAtOnce } from "#test/drain-at-once.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { docx, mailWithFiles, odt, pdf, xlsx } from "../../../../fixtures/documents.ts";
import { zip } from "../../../../fixtures/mbox/zip.ts";
import { addFile } from "../accounts/import.ts";
import { beginTexts, releaseTexts } from "../store/attachment-texts.ts";
import { applyLocalChange } from "../store/change.ts";
import { readWords, textIndexOf } from "../store/text-index-of.ts";
import { hashFile } from "../uploads/files.ts";
import { enqueueAllAttachmentTexts } from "./attachment-texts.ts";
import { withFoundFiles } from "./found-in.ts";
import { searchByRelevance } from "./relevance.ts";
import { searchEmails } from "./search.ts";

const bomb = zip([{ path: "word/document.xml", bytes: Buffer.alloc(30 * 1024 * 1024, " ") }]);
const MAIL = {
	pdf: mailWithFiles({ id: "pdf@x", subject: "Figures", text: "The report is attached" }, [
		{
			name: "Q3.pdf",
			bytes: pdf(["Consolidated turnover of Wolpertinger GmbH", "Total 4711"]),
			type: "application/pdf",
		},
	]),
	office: mailWithFiles({ id: "office@x", subject: "Contract", text: "Two files and a picture" }, [
		{ name: "contract.docx", bytes: docx(["The lessee pays in advance", "Grüße aus Köln"]) },
		{ name: "prices.xlsx", bytes: xlsx([["Widget", 815]]) },
		{ name: "wolpertinger.jpg", bytes: Buffer.from("not read") },
	]),
	odt: mailWithFiles({ id: "odt@x", subject: "Lessee wanted", text: "In German" }, [
		{ name: "brief.odt", bytes: odt(["Sehr geehrte Frau Lee"]) },
	]),
	broken: mailWithFiles({ id: "broken@x", subject: "Damaged", text: "Sorry" }, [
		{ name: "bomb.docx", bytes: bomb },
		{ name: "a.pdf", bytes: Buffer.from("%PDF-1.7 nothing else") },
		{ name: "notes.txt", bytes: Buffer.from("Nevertheless readable") },
	]),
	plain: Buffer.from("From: ann@example.org\r\nMessage-ID: <plain@x>\r\nSubject: Hello\r\n\r\nNo files\r\n"),
};

let install: Awaited<ReturnType<typeof testInstall>>;
let mailbox: TestMailbox;
beforeAll(async () => {
	install = await testInstall();
	mailbox = await openMailbox(install);
});
afterAll(async () => {
	await mailbox.close();
	await install.remove();
});

/** Imports messages into a new mailbox, each received a minute after the one before. @returns its id */
async function importMail(messages: readonly Buffer[]): Promise<string> {
	const { ctx } = mailbox;
	const id = newId();
	const path = join(ctx.config.dataDir, `${id}.mbox`);
	await writeFile(
		path,
		Buffer.concat(
			messages.flatMap((raw, i) => {
				const minutes = String(i).padStart(2, "0");
				return [Buffer.from(`From a@x Mon Jan  1 10:${minutes}:00 2024\n`), raw, Buffer.from("\n")];
			}),
		),
	);
	const sha256 = await hashFile(path, new AbortController().signal);
	const file = { id, name: `${id}.mbox`, path, sizeBytes: 1, sha256 };
	return (await addFile(ctx, OWNER, file, { accountId: null, uploadId: null })).account.id;
}

/** Names of the messages that a search finds, in its order. */
async function find(accountId: string, query: string, search = searchEmails): Promise<string[]> {
	const { database } = mailbox.ctx;
	const options = { accountId, folder: null, query, now: Date.now(), limit: 20, cursor: undefined };
	const { items } = await search(database, OWNER, options);
	const rows = await database.query<{ message_id: string; id: string }>(
		"select id, message_id from emails where id = any($1::uuid[])",
		[items.map(({ id }) => id)],
	);
	const names = new Map(rows.map((row) => [row.id, row.message_id.replace(/@x$/, "")]));
	return items.map(({ id }) => names.get(id) ?? "?");
}

const verify = () => textIndexOf(mailbox.ctx.database).verify();

const states = (accountId: string) =>
	mailbox.ctx.database.query<{ filename: string; text_state: string | null; has_text: boolean }>(
		`select filename, text_state, text_deflated is not null as has_text from email_attachments
		where account_id = $1 order by filename`,
		[accountId],
	);

describe("the text of attachments", () => {
	let account: string;
	beforeAll(async () => {
		account = await importMail(Object.values(MAIL));
		await mailbox.ctx.jobs.drain();
	});

	it.each([
		["wolpertinger turnover", ["pdf"]],
		["4711", ["pdf"]],
		["turnov", ["pdf"]],
		["turnover report", ["pdf"]],
		['"turnover of Wolpertinger"', ["pdf"]],
		['"Wolpertinger turnover"', []],
		// The end of the text and the beginning of the file.
		['"attached consolidated"', []],
		["lessee", ["odt", "office"]],
		["lessee -subject:lessee", ["office"]],
		["subject:advance", []],
		['subject:"pays in advance"', []],
		["koln", ["office"]],
		["815 OR 4711", ["office", "pdf"]],
		["geehrte is:unread has:attachment", ["odt"]],
		["-report has:attachment", ["broken", "odt", "office"]],
		["-lessee has:attachment", ["broken", "pdf"]],
		["readable", ["broken"]],
		["filename:wolpertinger", ["office"]],
		["filename:turnover", []],
		["filename:pdf", ["broken", "pdf"]],
	])("is found by %s", async (query, names) => {
		expect((await find(account, query)).sort()).toEqual(names);
	});

	it("is read, or skipped where that is not possible", async () => {
		expect(await states(account)).toEqual([
			{ filename: "Q3.pdf", text_state: "read", has_text: true },
			{ filename: "a.pdf", text_state: "unreadable", has_text: false },
			{ filename: "bomb.docx", text_state: "skipped", has_text: false },
			{ filename: "brief.odt", text_state: "read", has_text: true },
			{ filename: "contract.docx", text_state: "read", has_text: true },
			{ filename: "notes.txt", text_state: "read", has_text: true },
			{ filename: "prices.xlsx", text_state: "read", has_text: true },
			{ filename: "wolpertinger.jpg", text_state: null, has_text: false },
		]);
		expect(await verify()).toEqual([]);
	});

	it.each([
		["turnover", { pdf: ["Q3.pdf"] }],
		["widget contract", { office: ["prices.xlsx"] }],
		["lessee", { office: ["contract.docx"] }],
		["report", {}],
		["filename:pdf", {}],
		['"pays in advance" 815', { office: ["contract.docx", "prices.xlsx"] }],
	])("is named for %s where the message itself lacks the word", async (query, files) => {
		const { database } = mailbox.ctx;
		const options = { accountId: account, folder: null, query, now: Date.now(), limit: 20, cursor: undefined };
		const { items } = await searchEmails(database, OWNER, options);
		const named = await withFoundFiles(database, OWNER, query, items);
		const subjects: Record<string, string> = { Figures: "pdf", Contract: "office" };
		const found = named.flatMap(({ subject, foundIn }) => (foundIn ? [[subjects[subject] ?? subject, foundIn]] : []));
		expect(Object.fromEntries(found)).toEqual(files);
	});

	it("counts less than the subject when results are ranked", async () => {
		expect(await find(account, "lessee", searchByRelevance)).toEqual(["odt", "office"]);
	});

	it("is not part of the words that texts are compared by", async () => {
		const rows = await mailbox.ctx.database.query<{ id: string }>(
			"select id from emails where account_id = $1 and message_id = 'pdf@x'",
			[account],
		);
		const ids = rows.map(({ id }) => id);
		const words = await readWords(mailbox.ctx.database, { ownerId: OWNER, accountId: account }, ids);
		expect([...words.values()]).toEqual([" figures \n the report is attached "]);
	});

	it("is indexed again with its message", async () => {
		const { database } = mailbox.ctx;
		await textIndexOf(database).rebuild();
		if (!database.embedded) return;
		await expect.poll(() => find(account, "turnover"), { timeout: 30_000 }).toEqual(["pdf"]);
		expect(await find(account, '"pays in advance"')).toEqual(["office"]);
		await expect.poll(verify, { timeout: 30_000 }).toEqual([]);
	});

	it("is reported by verify where it is missing in the index", async () => {
		const { database } = mailbox.ctx;
		const row = await database.one<{ id: string }>(
			"select id from emails where account_id = $1 and message_id = 'plain@x'",
			[account],
		);
		await database.exec(
			`insert into email_attachments (owner_id, account_id, email_id, position, filename, content_type, size_bytes, is_inline, text_state, text_deflated)
			values ($1, $2, $3, 0, 'a.txt', 'text/plain', 1, false, 'read', '\\x4b04'::bytea)`,
			[OWNER, account, row?.id],
		);
		expect(await verify()).toEqual([{ accountId: account, emailId: row?.id, what: "outdated" }]);
		await database.exec("delete from email_attachments where account_id = $1 and email_id = $2", [account, row?.id]);
	});

	it("is gone with its message", async () => {
		const { database } = mailbox.ctx;
		const rows = await database.query<{ id: string }>(
			"select id from emails where account_id = $1 and message_id = 'pdf@x'",
			[account],
		);
		const scope = { database, ownerId: OWNER, accountId: account };
		await database.transaction(() => applyLocalChange({ ...scope }, [rows[0]?.id ?? ""], { destroy: true }));
		expect(await find(account, "turnover in:anywhere")).toEqual([]);
		expect(await states(account)).toHaveLength(7);
		expect(await verify()).toEqual([]);
	});
});

describe("reading the text of attachments", () => {
	it("continues after a restart, and does not keep mail from being found before", async () => {
		await mailbox.close();
		mailbox = await openMailbox(install, { isIdle: true });
		const account = await importMail([MAIL.pdf, MAIL.office]);
		await mailbox.close();
		mailbox = await openMailbox(install);
		await expect.poll(() => find(account, "figures"), { timeout: 30_000 }).toEqual(["pdf"]);
		await mailbox.close();
		mailbox = await openMailbox(install);
		await mailbox.ctx.jobs.drain();
		expect(await find(account, "wolpertinger turnover")).toEqual(["pdf"]);
		expect(await find(account, "widget")).toEqual(["office"]);
	});

	it("gives up a file with which the process ended three times", async () => {
		const account = await importMail([MAIL.pdf]);
		await mailbox.ctx.jobs.drain();
		const { database } = mailbox.ctx;
		const set = "text_state = 'pending', text_attempts = 3";
		await database.exec(`update email_attachments set ${set} where account_id = $1`, [account]);
		await enqueueAllAttachmentTexts(mailbox.ctx);
		await mailbox.ctx.jobs.drain();
		expect(await states(account)).toMatchObject([{ text_state: "skipped" }]);
	});

	it("reads a message with which the process ended alone, and takes no attempt from those it did not reach", async () => {
		const { database } = mailbox.ctx;
		const account = { ownerId: OWNER, accountId: await importMail([MAIL.pdf, MAIL.office, MAIL.odt]) };
		await mailbox.ctx.jobs.drain();
		await database.exec(
			`update email_attachments set text_state = 'pending', text_attempts = 0, text_deflated = null
			where account_id = $1 and text_state = 'read'`,
			[account.accountId],
		);
		const files = async () => (await beginTexts(database, account, 8)).map(({ positions }) => positions.length);
		expect((await files()).sort()).toEqual([1, 1, 2]);
		const last = await database.one<{ files: number }>(
			`select count(*)::int as files from email_attachments where account_id = $1 and text_state = 'pending'
			group by email_id order by email_id desc limit 1`,
			[account.accountId],
		);
		// The last one stored, as after a crash.
		expect(await files()).toEqual([last?.files]);
		const all = await database.query<{ id: string }>("select id from emails where account_id = $1", [
			account.accountId,
		]);
		await releaseTexts(
			database,
			account,
			all.map(({ id }) => id),
		);
		const attempts = await database.query(
			"select distinct text_attempts from email_attachments where account_id = $1 and text_state = 'pending' order by 1",
			[account.accountId],
		);
		expect(attempts).toEqual([{ text_attempts: 0 }, { text_attempts: 1 }]);
		await enqueueAllAttachmentTexts(mailbox.ctx);
		await mailbox.ctx.jobs.drain();
		expect(await find(account.accountId, "lessee")).toEqual(["odt", "office"]);
	});

	it("skips a message that cannot be loaded, and reads the others", async () => {
		const { ctx } = mailbox;
		const account = await importMail([MAIL.pdf, MAIL.office, MAIL.odt]);
		await ctx.jobs.drain();
		const first = await ctx.database.one<{ sha256: string; files: number }>(
			`select e.raw_sha256 as sha256, (select count(*)::int from email_attachments a where a.email_id = e.id and a.text_state = 'read') as files
			from emails e where account_id = $1 order by id desc limit 1`,
			[account],
		);
		await ctx.database.exec(
			`update email_attachments set text_state = 'pending', text_attempts = 0, text_deflated = null
			where account_id = $1 and text_state = 'read'`,
			[account],
		);
		const file = join(ctx.blobs.folder(account), first?.sha256.slice(0, 2) ?? "", first?.sha256 ?? "");
		await rm(file);
		await mkdir(file);
		await enqueueAllAttachmentTexts(ctx);
		await drainAtOnce(mailbox);
		const read = await states(account);
		expect(read.filter((row) => row.text_state === "skipped")).toHaveLength(first?.files ?? 0);
		expect(read.filter((row) => row.text_state === "read")).toHaveLength(4 - (first?.files ?? 0));
		expect(read.some((row) => row.text_state === "pending")).toBe(false);
	});

	it("is left to the operator", async () => {
		const { ctx } = mailbox;
		Object.assign(ctx.config, { attachmentSearch: false });
		const account = await importMail([MAIL.pdf, MAIL.plain]);
		await ctx.jobs.drain();
		expect([await find(account, "turnover"), await find(account, "report")]).toEqual([[], ["pdf"]]);
		Object.assign(ctx.config, { attachmentSearch: true });
		await enqueueAllAttachmentTexts(ctx);
		await ctx.jobs.drain();
		expect(await find(account, "turnover")).toEqual(["pdf"]);
	});
});
