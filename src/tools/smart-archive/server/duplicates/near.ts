import { setImmediate } from "node:timers/promises";
import type { Database } from "#kernel/database.ts";
import { RECEIVED_ROLES } from "#kernel/mail.ts";
import { isNear } from "./minhash.ts";
import type { Group } from "./store.ts";

/** Messages of one sender, under one subject, with nearly the same words. */

const PAGE = 5_000;
/** Topics in memory at a time. */
const SIMILAR = 50_000;
/** Maximum distinct texts per topic; further ones that match none of them remain ungrouped. */
const MAX_TEXTS = 1_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

interface Scan {
	database: Database;
	ownerId: string;
	accountId: string;
	signal: AbortSignal;
	/** @param looked messages */
	onPage(looked: number): void;
}

/** @param exact exact duplicates: only the one to keep is compared */
export async function nearCopies(scan: Scan, exact: readonly Group[]): Promise<Group[]> {
	const exactCopies = new Set(exact.flatMap(({ keptId, ids }) => ids.filter((id) => id !== keptId)));
	const topics = await repeatedTopics(scan);
	const groups: Group[] = [];
	for (let from = 0; from < topics.length; from += SIMILAR) {
		const byTopic = new Map<number, Printed[]>(topics.slice(from, from + SIMILAR).map((topic) => [topic, []]));
		for await (const rows of pagesOf(scan))
			for (const row of rows) if (!exactCopies.has(row.id)) byTopic.get(row.topic)?.push(row);
		for (const messages of byTopic.values()) groups.push(...(await nearOf(messages, scan.signal)));
	}
	return groups;
}

interface Printed {
	id: string;
	topic: number;
	print: Buffer;
	/** Epoch milliseconds. */
	receivedAt: number;
}

async function repeatedTopics(scan: Scan): Promise<number[]> {
	const seen = new Set<number>();
	const repeated = new Set<number>();
	for await (const rows of pagesOf(scan)) {
		for (const { topic } of rows) {
			if (seen.has(topic)) repeated.add(topic);
			seen.add(topic);
		}
		scan.onPage(rows.length);
	}
	return [...repeated];
}

async function* pagesOf({ database, ownerId, accountId, signal }: Scan): AsyncGenerator<Printed[]> {
	for (let after = FIRST_ID; ; ) {
		signal.throwIfAborted();
		const rows = await database.query<Printed>(
			`select p.email_id as id, p.topic, p.print, extract(epoch from e.received_date)::float8 * 1000 as "receivedAt"
			from message_prints p join mail_messages_v1 e on e.owner_id = p.owner_id and e.account_id = p.account_id and e.id = p.email_id
			where p.owner_id = $1 and p.account_id = $2 and p.email_id > $3 and p.print is not null
				and e.folder_role = any($4::text[])
			order by p.email_id limit ${PAGE}`,
			[ownerId, accountId, after, [...RECEIVED_ROLES]],
		);
		if (rows.length > 0) yield rows;
		after = rows.at(-1)?.id ?? after;
		if (rows.length < PAGE) return;
	}
}

/** The newest of each group is kept; the others are similar to it, not only to each other. */
async function nearOf(messages: readonly Printed[], signal: AbortSignal): Promise<Group[]> {
	const groups: (Group & { print: Buffer })[] = [];
	for (const [index, { id, print }] of messages.toSorted((a, b) => b.receivedAt - a.receivedAt).entries()) {
		// Each comparison takes up to a tenth of a millisecond, and automated mail may have a hundred thousand messages per subject.
		if (index % 200 === 199) await setImmediate();
		signal.throwIfAborted();
		const near = groups.find((group) => isNear(group.print, print));
		if (near !== undefined) near.ids.push(id);
		else if (groups.length < MAX_TEXTS) groups.push({ keptId: id, ids: [id], print });
	}
	return groups.filter(({ ids }) => ids.length > 1).map(({ keptId, ids }) => ({ keptId, ids }));
}
