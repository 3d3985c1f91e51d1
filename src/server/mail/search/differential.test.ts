import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { namesFolders, parseQuery } from "#shared/search/query.ts";
import { testDatabase } from "#test/database.ts";
import { searchMail } from "#test/search-mail.ts";
import { sized } from "#test/soak.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { createParsePool } from "../parse/pool/pool.ts";
import { saveTexts } from "../store/attachment-texts.ts";
import { type Incoming, insertBatch } from "../store/insert.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { withAttachmentText } from "../text-index/attachment-texts.ts";
import { indexed } from "../text-index/testing.ts";
import { searchEmails } from "./search.ts";
import { selectMatching } from "./select.ts";
import { matches, now, OWN, randomSearches, roles, type SearchedMessage } from "./testing.ts";

const list = corpus("list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz");
const owner = "owner";
const account = "01900000-0000-7000-8000-000000000001";
/** Of each mailbox: the whole list in the long version. */
const MESSAGES = sized(150, 1_300);
const QUERIES = sized(60, 2_000);
/** Written for what the list does not have. */
const MORE = [
	["日本語の件名", "東京都で会議があります。Grüße aus Köln"],
	["Café crème", "Ελληνικά κείμενο, naïve façade, Straße 12"],
	["Rechnung €50", "C++ and C# at 100% 👍🏽 → done, ann.lee@mail.example.org"],
] as const;

describeIf(list !== null)("random searches on list mail", () =>
	searching(async () => {
		const raws = gunzipSync(readFileSync(list ?? ""))
			.toString("latin1")
			.split(/^From .*\n/m)
			.slice(1, MESSAGES + 1)
			.map((text) => Buffer.from(text, "latin1"));
		const parsePool = createParsePool({ workers: 1 });
		const items = await parsePool.parse(raws);
		await parsePool.close();
		return [
			...items.map(({ message }, i) => messageAt(i, message)),
			...MORE.map(([subject, text], i) => messageAt(MESSAGES + i, { subject, text })),
		];
	}),
);

describe("random searches on generated mail", () =>
	searching(async () =>
		Array.from({ length: MESSAGES }, (_, i) => {
			const { to, ...mail } = searchMail(i);
			const file = { index: 0, contentType: "x/y", sizeBytes: 1, contentId: null, isInline: false };
			const attachments = i % 6 === 0 ? [{ ...file, filename: `Q${i % 4}_report.pdf` }] : [];
			const message = messageAt(i, { ...mail, to: [to], attachments, sizeBytes: 500 + ((i * 37) % 5_000) });
			return i % 12 === 0 ? { ...message, attachmentText: searchMail(i + 100_000).text } : message;
		}),
	));

const folders = ["inbox", "inbox", "inbox", "Projects/Work", "trash"];
function messageAt(i: number, parsed: Parameters<typeof incoming>[1]): Incoming {
	return incoming(
		{
			id: `${i}`,
			folderId: folders[i % folders.length] ?? "inbox",
			flags: { read: i % 3 === 0, starred: i % 7 === 0, important: false, answered: i % 5 === 0 },
			labels: i % 4 === 0 ? ["Receipts"] : [],
			// Some in the same second, in any order.
			receivedAt: now - Math.floor(((i * 7_919) % 500) / 2) * 86_400_000,
		},
		parsed,
	);
}

/** Adds the text of a message's attachment, as a job does after the message is stored. */
async function addText(database: Database, { remote, content, attachmentText }: SearchedMessage): Promise<void> {
	if (attachmentText === undefined || content === null) return;
	const row = await database.one<{ id: string; at: Date }>(
		"select id, received_date as at from emails where account_id = $1 and provider_id = $2",
		[account, remote.id],
	);
	const { subject, text } = content.message;
	const state = { id: row?.id ?? "", receivedMs: row?.at.getTime() ?? 0, isHidden: false };
	const message = withAttachmentText({ ...state, subject, text, lexemes: content.lexemes }, attachmentText);
	const texts = [{ position: 0, state: "read" as const, text: attachmentText }];
	await saveTexts(database, { ownerId: owner, accountId: account }, [{ emailId: state.id, texts, message }]);
}

/** Random searches of a mailbox find what a scan of its text finds. */
function searching(load: () => Promise<SearchedMessage[]>): void {
	let database: Awaited<ReturnType<typeof testDatabase>>;
	let mail: SearchedMessage[] = [];
	beforeAll(async () => {
		[database, mail] = await Promise.all([testDatabase(), load()]);
		await addAccount(database, owner, account);
		await database.exec("update connected_accounts set email = $1, updated_at = now()", [OWN]);
		await insertBatch(database, owner, account, { messages: mail, removed: [], roles, classifier });
		for (const message of mail) await addText(database, message);
		await indexed(database);
	}, 300_000);
	afterAll(() => database.remove());

	/** Ids at the provider, in order. */
	const providerIds = async (sql: string, values: unknown[]): Promise<string[]> =>
		(await database.query<{ provider_id: string }>(sql, values)).map((row) => row.provider_id).sort();

	it("find what a scan of the text finds", async () => {
		await fc.assert(
			fc.asyncProperty(randomSearches(mail), async (text) => {
				const tree = parseQuery(text);
				const isHidden = ({ remote }: Incoming) => remote.folderId === "trash" && !namesFolders(tree);
				const wanted = mail
					.filter((message) => !isHidden(message) && matches(tree, message))
					.map(({ remote }) => remote.id)
					.sort();
				const ids: string[] = [];
				let cursor: string | undefined;
				let total: number | null = null;
				do {
					const options = { accountId: account, folder: null, query: text, now, limit: 200, cursor };
					const page = await searchEmails(database, owner, options);
					ids.push(...page.items.map(({ id }) => id));
					if (cursor === undefined && page.totalIsExact) total = page.total;
					cursor = page.nextCursor ?? undefined;
				} while (cursor !== undefined);
				expect(await providerIds("select provider_id from emails where id = any($1::uuid[])", [ids])).toEqual(wanted);
				if (total !== null) expect(total).toBe(wanted.length);
				if (text.includes("***")) return;
				const scope = { ownerId: owner, accountId: account, folder: null, now };
				const matching = await selectMatching(database, { ...scope, query: text });
				expect(await providerIds(matching.text, matching.values)).toEqual(wanted);
			}),
			{
				numRuns: QUERIES,
				// An OR of a phrase and a word, whose words are looked up in one message.
				examples: [[`("package lists... Done*" OR 日本) OR label:receipts`]],
			},
		);
	}, 1_800_000);
}
