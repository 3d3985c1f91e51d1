import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Database } from "#server/db/database.ts";
import { minhash } from "./minhash.ts";

/** What each message says, as numbers that are made once. */

/** Texts that one statement reads. */
const PAGE = 200;
/** Characters of a text that are looked at. */
const TEXT = 16_000;
/** Messages of fewer words say too little to be compared. */
const FEWEST_WORDS = 20;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** What mail programs put before a subject, in a few languages. */
const PREFIXES = new Set(["re", "fw", "fwd", "aw", "wg", "sv", "vs", "tr", "rv", "antw", "ref", "enc", "odp", "rif"]);

interface Printing {
	database: Database;
	ownerId: string;
	accountId: string;
	signal: AbortSignal;
	/** @param looked messages */
	onPage(looked: number): void;
}

/** Reads the texts of mail that was not read before. */
export async function printMessages({ database, ownerId, accountId, signal, onPage }: Printing): Promise<void> {
	for (let after = FIRST_ID; ; ) {
		signal.throwIfAborted();
		const rows = await database.query<{ id: string; sender: string; words: string; attached: boolean }>(
			`select s.email_id as id, e.sender_email as sender, left(s.body_words, ${TEXT}) as words, e.has_attachments as attached
			from email_search s join emails e on e.owner_id = s.owner_id and e.account_id = s.account_id and e.id = s.email_id
			where s.owner_id = $1 and s.account_id = $2 and s.email_id > $3 and not exists (
				select from message_prints p where p.owner_id = s.owner_id and p.account_id = s.account_id and p.email_id = s.email_id)
			order by s.email_id limit ${PAGE}`,
			[ownerId, accountId, after],
		);
		const prints = rows.map((row) => ({ id: row.id, topic: topicOf(row.sender, row.words), print: printOf(row) }));
		await database.query(
			`insert into message_prints (owner_id, account_id, email_id, topic, print)
			select $1, $2, id, topic, decode(print, 'hex') from json_to_recordset($3) as n (id uuid, topic bigint, print text)
			on conflict do nothing`,
			[ownerId, accountId, JSON.stringify(prints)],
		);
		onPage(rows.length);
		after = rows.at(-1)?.id ?? after;
		if (rows.length < PAGE) return;
		// A page takes some milliseconds to compute.
		await setImmediate();
	}
}

/** Messages that are compared: one sender, and one subject but for prefixes and whatever has digits in it. */
export function topicOf(sender: string, bodyWords: string): number {
	const [subject = ""] = bodyWords.split("\n", 1);
	const words = subject.split(" ").filter((word) => word !== "" && !PREFIXES.has(word) && !/\p{N}/u.test(word));
	return createHash("sha1")
		.update(`${sender}\n${words.join(" ")}`)
		.digest()
		.readUIntBE(0, 6);
}

/** In hex; null for what cannot be judged by its words: too few, or attachments beside them. */
function printOf({ words, attached }: { words: string; attached: boolean }): string | null {
	const text = words
		.slice(words.indexOf("\n") + 1)
		.split(" ")
		.filter(Boolean);
	return attached || text.length < FEWEST_WORDS ? null : Buffer.from(minhash(text)).toString("hex");
}
