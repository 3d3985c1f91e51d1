import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Database } from "#kernel/database.ts";
import { minhash } from "./minhash.ts";

/** Fingerprints of message texts, computed once. */

/** Texts per statement. */
const PAGE = 200;
/** Maximum characters of a text that are used. */
const TEXT = 16_000;
/** Messages with fewer words are too short to compare. */
const FEWEST_WORDS = 20;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Reply and forward prefixes of subjects, in several languages. */
const PREFIXES = new Set(["re", "fw", "fwd", "aw", "wg", "sv", "vs", "tr", "rv", "antw", "ref", "enc", "odp", "rif"]);

interface Printing {
	database: Database;
	ownerId: string;
	accountId: string;
	signal: AbortSignal;
	/** @param looked messages */
	onPage(looked: number): void;
}

/** Computes the fingerprints of new mail. */
export async function printMessages({ database, ownerId, accountId, signal, onPage }: Printing): Promise<void> {
	for (let after = FIRST_ID; ; ) {
		signal.throwIfAborted();
		const rows = await database.query<{ id: string; sender: string; words: string; attached: boolean }>(
			`select s.email_id as id, e.sender_email as sender, left(s.body_words, ${TEXT}) as words, e.has_attachments as attached
			from mail_tokens_v1 s join mail_messages_v1 e on e.owner_id = s.owner_id and e.account_id = s.account_id and e.id = s.email_id
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

/** Key of messages to compare: same sender, and same subject except for prefixes and words with digits. */
export function topicOf(sender: string, bodyWords: string): number {
	const [subject = ""] = bodyWords.split("\n", 1);
	const words = subject.split(" ").filter((word) => word !== "" && !PREFIXES.has(word) && !/\p{N}/u.test(word));
	return createHash("sha1")
		.update(`${sender}\n${words.join(" ")}`)
		.digest()
		.readUIntBE(0, 6);
}

/** Hex; null for messages that cannot be compared by text: too few words, or attachments. */
function printOf({ words, attached }: { words: string; attached: boolean }): string | null {
	const text = words
		.slice(words.indexOf("\n") + 1)
		.split(" ")
		.filter(Boolean);
	return attached || text.length < FEWEST_WORDS ? null : Buffer.from(minhash(text)).toString("hex");
}
