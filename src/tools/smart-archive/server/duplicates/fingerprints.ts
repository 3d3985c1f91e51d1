import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Database } from "#kernel/database.ts";
import { readWords } from "#kernel/mail.ts";
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

interface FingerprintRun {
	database: Database;
	ownerId: string;
	accountId: string;
	signal: AbortSignal;
	/** @param count messages read */
	onPage(count: number): void;
	/** Messages per page. */
	limit?: number;
}

interface Row {
	id: string;
	sender: string;
	attached: boolean;
}

/** Computes the fingerprints of new mail. */
export async function storeFingerprints({
	database,
	ownerId,
	accountId,
	signal,
	onPage,
	limit = PAGE,
}: FingerprintRun): Promise<void> {
	for (let after = FIRST_ID; ; ) {
		signal.throwIfAborted();
		const rows = await database.query<Row>(
			`select e.id, e.sender_email as sender, e.has_attachments as attached from mail_messages_v1 e
			where e.owner_id = $1 and e.account_id = $2 and e.id > $3 and e.raw_sha256 is not null and not exists (
				select from message_fingerprints p where p.owner_id = e.owner_id and p.account_id = e.account_id and p.email_id = e.id)
			order by e.id limit $4`,
			[ownerId, accountId, after, limit],
		);
		const texts = await readWords(
			database,
			{ ownerId, accountId },
			rows.map(({ id }) => id),
		);
		const fingerprints = rows.flatMap((row) => {
			const words = texts.get(row.id);
			return words === undefined
				? []
				: { id: row.id, match_key: matchKeyOf(row, words.slice(0, TEXT)), text_hash: hashOf(words) };
		});
		await database.exec(
			`insert into message_fingerprints (owner_id, account_id, email_id, match_key, text_hash)
			select $1, $2, id, match_key, text_hash from json_to_recordset($3) as n (id uuid, match_key bigint, text_hash bigint)
			on conflict do nothing`,
			[ownerId, accountId, JSON.stringify(fingerprints)],
		);
		onPage(rows.length);
		after = rows.at(-1)?.id ?? after;
		if (rows.length < limit) return;
		// A page takes some milliseconds to compute.
		await setImmediate();
	}
}

/**
 * Key of messages to compare: same sender, same subject except for prefixes, same first words and same numbers. Numbers,
 * dates and amounts are what automated messages differ in. Null for messages that cannot be compared by text: too few words,
 * or attachments.
 */
function matchKeyOf({ sender, attached }: Row, words: string): number | null {
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

/** Of all words of the text. */
function hashOf(words: string): number {
	const [, text = ""] = words.split("\n", 2);
	return createHash("md5").update(text).digest().readUIntBE(0, 6);
}
