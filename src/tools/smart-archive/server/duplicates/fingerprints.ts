import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Database } from "#kernel/database.ts";
import { hasNumber } from "./same-mail.ts";

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

interface Row {
	id: string;
	sender: string;
	words: string;
	attached: boolean;
	/** Of all words of the text. */
	hash: number;
}

/** Computes the fingerprints of new mail. */
export async function printMessages({ database, ownerId, accountId, signal, onPage }: Printing): Promise<void> {
	for (let after = FIRST_ID; ; ) {
		signal.throwIfAborted();
		const rows = await database.query<Row>(
			`select s.email_id as id, e.sender_email as sender, left(s.body_words, ${TEXT}) as words, e.has_attachments as attached,
				('x' || left(md5(split_part(s.body_words, E'\\n', 2)), 12))::bit(48)::bigint as hash
			from mail_tokens_v1 s join mail_messages_v1 e on e.owner_id = s.owner_id and e.account_id = s.account_id and e.id = s.email_id
			where s.owner_id = $1 and s.account_id = $2 and s.email_id > $3 and not exists (
				select from message_prints p where p.owner_id = s.owner_id and p.account_id = s.account_id and p.email_id = s.email_id)
			order by s.email_id limit ${PAGE}`,
			[ownerId, accountId, after],
		);
		const prints = rows.map((row) => ({
			id: row.id,
			topic: topicOf(row),
			text_hash: row.hash,
		}));
		await database.query(
			`insert into message_prints (owner_id, account_id, email_id, topic, text_hash)
			select $1, $2, id, topic, text_hash from json_to_recordset($3) as n (id uuid, topic bigint, text_hash bigint)
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

/**
 * Key of messages to compare: same sender, same subject except for prefixes, same first words and same numbers. Numbers,
 * dates and amounts are what automated messages differ in. Null for messages that cannot be compared by text: too few words,
 * or attachments.
 */
function topicOf({ sender, words, attached }: Row): number | null {
	const [subject, text] = words.split("\n", 2).map((line) => line.split(" ").filter(Boolean));
	if (attached || subject === undefined || text === undefined || text.length < FEWEST_WORDS) return null;
	const parts = [
		[sender],
		subject.filter((word) => !PREFIXES.has(word)),
		text.slice(0, FEWEST_WORDS),
		text.filter(hasNumber),
	];
	return createHash("sha1")
		.update(parts.map((part) => part.join(" ")).join("\n"))
		.digest()
		.readUIntBE(0, 6);
}
