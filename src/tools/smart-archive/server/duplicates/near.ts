import { setImmediate } from "node:timers/promises";
import type { Database } from "#kernel/database.ts";
import { RECEIVED_ROLES, readWords } from "#kernel/mail.ts";
import { bestFirst } from "./exact.ts";
import { type TextHashes, textHashes } from "./same-mail.ts";
import type { Group } from "./store.ts";

/** Messages of one sender, under one subject, with the same text: sent again, or with a footer added on the way. */

const LIMITS = {
	/** Messages per statement. */
	page: 5_000,
	/** Match keys in memory at a time. */
	keys: 50_000,
	/** Texts per statement. */
	texts: 50,
};
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

interface Scan {
	database: Database;
	ownerId: string;
	accountId: string;
	signal: AbortSignal;
	/** @param count messages read */
	onPage(count: number): void;
}

/**
 * @param known exact duplicates by Message-ID or bytes: only the one to keep is compared
 * @returns all exact duplicates, with those that have the same sender, subject and text, and the same date or Message-ID; and the near ones
 */
export async function copiesByText(
	scan: Scan,
	known: readonly Group[],
	limits = LIMITS,
): Promise<{ exact: Group[]; near: Group[] }> {
	const exactCopies = new Set(known.flatMap(({ keptId, ids }) => ids.filter((id) => id !== keptId)));
	const matchKeys = await repeatedKeys(scan, limits.page);
	/** By the message to keep. */
	const exact = new Map(known.map((group) => [group.keptId, group]));
	const near: Group[] = [];
	for (let from = 0; from < matchKeys.length; from += limits.keys) {
		const byKey = new Map<number, Fingerprint[]>(
			matchKeys.slice(from, from + limits.keys).map((matchKey) => [matchKey, []]),
		);
		for await (const rows of pagesOf(scan, limits.page))
			for (const row of rows) if (!exactCopies.has(row.id)) byKey.get(row.matchKey)?.push(row);
		for (const messages of byKey.values()) {
			if (messages.length < 2) continue;
			const single: Fingerprint[] = [];
			for (const same of sameMessages(messages)) {
				const [first] = same;
				if (first === undefined) continue;
				if (same.length === 1) single.push(first);
				else single.push(await mergeInto(exact, scan, same));
			}
			near.push(...(await nearOf(scan, single, limits.texts)));
		}
	}
	return { exact: [...exact.values()], near };
}

interface Fingerprint {
	id: string;
	matchKey: number;
	textHash: number;
	/** Epoch milliseconds. */
	receivedAt: number;
	/** Date field, epoch milliseconds. */
	sentAt: number | null;
	messageId: string | null;
}

async function repeatedKeys(scan: Scan, page: number): Promise<number[]> {
	const seen = new Set<number>();
	const repeated = new Set<number>();
	for await (const rows of pagesOf(scan, page)) {
		for (const { matchKey } of rows) {
			if (seen.has(matchKey)) repeated.add(matchKey);
			seen.add(matchKey);
		}
		scan.onPage(rows.length);
	}
	return [...repeated];
}

async function* pagesOf({ database, ownerId, accountId, signal }: Scan, page: number): AsyncGenerator<Fingerprint[]> {
	for (let after = FIRST_ID; ; ) {
		signal.throwIfAborted();
		const rows = await database.query<Fingerprint>(
			`select p.email_id as id, p.match_key as "matchKey", p.text_hash as "textHash",
				extract(epoch from e.received_date)::float8 * 1000 as "receivedAt",
				extract(epoch from e.sent_at)::float8 * 1000 as "sentAt", e.message_id as "messageId"
			from message_fingerprints p join mail_messages_v1 e on e.owner_id = p.owner_id and e.account_id = p.account_id and e.id = p.email_id
			where p.owner_id = $1 and p.account_id = $2 and p.email_id > $3 and p.match_key is not null
				and e.folder_role = any($4::text[])
			order by p.email_id limit $5`,
			[ownerId, accountId, after, [...RECEIVED_ROLES], page],
		);
		if (rows.length > 0) yield rows;
		after = rows.at(-1)?.id ?? after;
		if (rows.length < page) return;
	}
}

/**
 * Messages with one match key, by text, and by Message-ID or date: systems that send twice may write another date. One
 * without either is on its own.
 */
function sameMessages(messages: readonly Fingerprint[]): Fingerprint[][] {
	const parents = messages.map((_, index) => index);
	const firstOf = (index: number): number => {
		let at = index;
		for (let parent = parents[at]; parent !== undefined && parent !== at; parent = parents[at]) at = parent;
		return at;
	};
	const known = new Map<string, number>();
	for (const [index, { textHash, sentAt, messageId }] of messages.entries()) {
		const names = [sentAt === null ? null : `at ${sentAt}`, messageId === null ? null : `id ${messageId}`];
		for (const name of names) {
			if (name === null) continue;
			const other = known.get(`${textHash} ${name}`);
			if (other === undefined) known.set(`${textHash} ${name}`, index);
			else parents[Math.max(firstOf(index), firstOf(other))] = Math.min(firstOf(index), firstOf(other));
		}
	}
	const groups = Map.groupBy(messages.entries(), ([index]) => firstOf(index));
	return [...groups.values()].map((members) => members.map(([, message]) => message));
}

/** Adds a group to the exact duplicates, joined with those that its messages belong to. @returns the one to keep */
async function mergeInto(exact: Map<string, Group>, scan: Scan, same: readonly Fingerprint[]): Promise<Fingerprint> {
	const own = same.map(({ id }) => id);
	const ids = new Set(own.flatMap((id) => exact.get(id)?.ids ?? id));
	for (const id of own) exact.delete(id);
	const [keptId = ""] = await bestFirst(scan, own);
	exact.set(keptId, { keptId, ids: [...ids] });
	const kept = same.find(({ id }) => id === keptId) ?? same[0];
	if (kept === undefined) throw new Error("A group of duplicates is empty");
	return kept;
}

/** The newest of each group is kept; the others are the same mail as it, not only as each other. */
async function nearOf(scan: Scan, messages: readonly Fingerprint[], limit: number): Promise<Group[]> {
	const newestFirst = messages.toSorted((a, b) => b.receivedAt - a.receivedAt);
	const texts = [...Map.groupBy(newestFirst, ({ textHash }) => textHash).values()].map((same) =>
		same.map(({ id }) => id),
	);
	const [only] = texts;
	const groups = texts.length === 1 && only !== undefined ? [groupOf(only)] : await byFooter(scan, texts, limit);
	return groups.filter(({ ids }) => ids.length > 1);
}

function groupOf(ids: readonly string[]): Group {
	return { keptId: ids[0] ?? "", ids: [...ids] };
}

/** A text of a message, with the messages that have it. */
interface Text {
	ids: readonly string[];
	full: number;
	/** Eight bytes each: there may be many texts. */
	withoutFooter: Float64Array;
}

/** Groups texts that differ by a footer. @param texts the messages with each text @param limit texts per statement */
async function byFooter(scan: Scan, texts: readonly (readonly string[])[], limit: number): Promise<Group[]> {
	const hashed: Text[] = [];
	for (let from = 0; from < texts.length; from += limit) {
		scan.signal.throwIfAborted();
		const page = texts.slice(from, from + limit);
		const hashes = await hashesOf(
			scan,
			page.map(([id = ""]) => id),
		);
		for (const ids of page) {
			const { full, withoutFooter } = hashes.get(ids[0] ?? "") ?? NO_TEXT;
			hashed.push({ ids, full, withoutFooter: Float64Array.from(withoutFooter) });
		}
		// A page takes some milliseconds to hash.
		await setImmediate();
	}
	return joinByFooter(hashed);
}

function joinByFooter(texts: readonly Text[]): Group[] {
	const groups: Group[] = [];
	const known = new Set(texts.map(({ full }) => full));
	/** Groups by the text of the one to keep, and by that text without a footer where that is a text itself. */
	const byText = new Map<number, Group>();
	const byPart = new Map<number, Group>();
	for (const { ids, full, withoutFooter } of texts) {
		const parts = withoutFooter.filter((part) => known.has(part));
		const same = byPart.get(full) ?? [...parts].map((part) => byText.get(part)).find((group) => group);
		if (same !== undefined) {
			same.ids.push(...ids);
			continue;
		}
		const group = groupOf(ids);
		groups.push(group);
		byText.set(full, group);
		for (const part of parts) byPart.set(part, group);
	}
	return groups;
}

/** Of a message that was deleted in the meantime: like no other. */
const NO_TEXT: TextHashes = { full: Number.NaN, withoutFooter: new Set() };

async function hashesOf(
	{ database, ownerId, accountId }: Scan,
	ids: readonly string[],
): Promise<Map<string, TextHashes>> {
	const texts = await readWords(database, { ownerId, accountId }, ids);
	return new Map(
		[...texts].map(([id, words]) => {
			const [, text = ""] = words.split("\n", 2);
			return [id, textHashes(text.split(" ").filter(Boolean))];
		}),
	);
}
