import { type FlagChange, flagField, SETTABLE_FLAGS, type SettableFlag } from "#shared/mail/flags.ts";
import type { Database } from "../../db/database.ts";
import type { LabelChange } from "../provider/provider.ts";
import type { LocalChange } from "../store/change.ts";
import { type FlagColumns, flagColumns } from "../store/flag-columns.ts";

/** The SQL of the journal, and the change that a journal row describes. */

export interface OperationKey {
	ownerId: string;
	operationId: string;
}

/** The items of an operation in one mailbox. */
export interface ItemKey extends OperationKey {
	accountId: string;
}

/** What the journal has of a message's flags: before the operation, and after it; null where it leaves a flag as it is. */
type ItemFlags = Pick<FlagColumns, `is_${SettableFlag}`> & Record<`to_${SettableFlag}`, boolean | null>;

export interface Item extends ItemFlags {
	email_id: string;
	revision: number;
	folder_id: string;
	labels: string[];
	to_folder_id: string | null;
	to_labels: string[] | null;
	/** Size when the list was frozen; null for rows written by a version that did not record it. */
	size_bytes: number | null;
	/** An earlier attempt already sent this to the provider, and the message's new id is not known. */
	push_requested: boolean;
}

/** Total bytes of some messages. */
export function bytesOf(items: readonly Item[]): number {
	return items.reduce((sum, item) => sum + (item.size_bytes ?? 0), 0);
}

/** The parts of the message state that an operation sets; the rest is unchanged. */
export interface Delta {
	folderId?: string;
	flags?: FlagChange;
	labels?: Required<LabelChange>;
}

/** Columns of the journal with the flags before an operation, `i.is_read, …`, and after it, `i.to_read, …`. */
export const FLAGS_BEFORE = flagColumns("i", SETTABLE_FLAGS);
export const FLAGS_AFTER = SETTABLE_FLAGS.map((flag) => `i.to_${flag}`).join(", ");

const COLUMNS = `i.email_id, i.revision, i.folder_id, ${FLAGS_BEFORE}, i.labels,
	i.to_folder_id, ${FLAGS_AFTER}, i.to_labels, i.size_bytes, i.push_requested`;

/**
 * The next pending messages, by id.
 * @param after the last id of the previous batch
 */
export function pendingItems(
	database: Database,
	key: ItemKey,
	{ after, limit }: { after: string; limit: number },
): Promise<Item[]> {
	return database.query<Item>(
		`select ${COLUMNS} from operation_items i
		where i.owner_id = $1 and i.operation_id = $2 and i.account_id = $3 and i.email_id > $4 and i.state = 'pending'
		order by i.email_id limit $5`,
		[key.ownerId, key.operationId, key.accountId, after, limit],
	);
}

/** Messages changed here but not yet at the provider. Without a provider id: deleted here since. */
export function localItems(
	database: Database,
	key: ItemKey,
	limit: number,
): Promise<(Item & { provider_id: string | null })[]> {
	return database.query(
		`select ${COLUMNS}, e.provider_id from operation_items i
		left join emails e on e.owner_id = i.owner_id and e.account_id = i.account_id and e.id = i.email_id
		where i.owner_id = $1 and i.operation_id = $2 and i.account_id = $3 and i.state = 'local' limit $4`,
		[key.ownerId, key.operationId, key.accountId, limit],
	);
}

/** For `requireProgress`: a batch that is the same again was not dealt with. */
export function positionOf({ operationId }: ItemKey, items: readonly Item[]): string {
	return [operationId, ...items.map((item) => item.email_id)].join();
}

/** Records, before the request, that the provider is to move these messages. */
export async function markPending(database: Database, key: ItemKey, ids: readonly string[]): Promise<void> {
	await database.exec(
		`update operation_items set push_requested = true
		where owner_id = $1 and operation_id = $2 and account_id = $3 and email_id = any($4::uuid[]) and not push_requested`,
		[key.ownerId, key.operationId, key.accountId, ids],
	);
}

/** Records the outcome for some messages. */
export async function markItems(
	database: Database,
	key: ItemKey,
	{
		ids,
		state,
		reason = null,
		unknownIds = [],
	}: {
		ids: readonly string[];
		state: "local" | "done" | "skipped" | "failed";
		reason?: string | null;
		/** Those of them that were moved, and whose new ids only a listing will tell. */
		unknownIds?: readonly string[];
	},
): Promise<void> {
	if (ids.length === 0) return;
	await database.exec(
		`update operation_items set state = $5, reason = $6,
			pushed_at = case when $5 = 'done' then clock_timestamp() end,
			push_requested = push_requested and email_id = any($7::uuid[])
		where owner_id = $1 and operation_id = $2 and account_id = $3 and email_id = any($4::uuid[])`,
		[key.ownerId, key.operationId, key.accountId, ids, state, reason, unknownIds],
	);
}

/** The change that applies the operation to the message. */
export function forward(item: Item): Delta {
	return deltaOf(item, item, {
		folder_id: item.to_folder_id,
		flag: (flag) => item[`to_${flag}`],
		labels: item.to_labels,
	});
}

/** The change that reverts the operation. */
export function backward(item: Item): Delta {
	const { folder_id, labels } = item;
	return deltaOf(item, { labels: item.to_labels ?? labels }, { folder_id, flag: (flag) => item[`is_${flag}`], labels });
}

interface MessageState {
	folder_id: string | null;
	flag: (flag: SettableFlag) => boolean | null;
	labels: string[] | null;
}

/**
 * The difference, limited to what the operation names.
 * @param now current labels
 * @param then target state
 */
function deltaOf(item: Item, now: { labels: string[] }, then: MessageState): Delta {
	const delta: Delta = {};
	if (item.to_folder_id !== null && then.folder_id !== null) delta.folderId = then.folder_id;
	const flags: FlagChange = {};
	for (const flag of SETTABLE_FLAGS) {
		const value = then.flag(flag);
		if (item[`to_${flag}`] !== null && value !== null) flags[flag] = value;
	}
	if (Object.keys(flags).length > 0) delta.flags = flags;
	const labels = then.labels;
	if (item.to_labels !== null && labels !== null)
		delta.labels = {
			add: labels.filter((label) => !now.labels.includes(label)),
			remove: now.labels.filter((label) => !labels.includes(label)),
		};
	return delta;
}

/** Groups messages that need the same change, so that each group is one provider call. */
export function byDelta<T extends Item>(items: readonly T[], deltaOfItem: (item: T) => Delta): [Delta, T[]][] {
	const groups = new Map<string, [Delta, T[]]>();
	for (const item of items) {
		const delta = deltaOfItem(item);
		const key = JSON.stringify(delta);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [delta, [item]]);
		else group[1].push(item);
	}
	return [...groups.values()];
}

/** The change as the message store expects it; null when its folder no longer exists. */
export function localChange(delta: Delta, folders: ReadonlyMap<string, LocalChange["folder"]>): LocalChange | null {
	const change: LocalChange = {};
	if (delta.folderId !== undefined) {
		const folder = folders.get(delta.folderId);
		if (folder === undefined) return null;
		change.folder = folder;
	}
	for (const flag of SETTABLE_FLAGS) {
		const value = delta.flags?.[flag];
		if (value !== undefined) change[flagField(flag)] = value;
	}
	if (delta.labels !== undefined) {
		change.addLabels = delta.labels.add;
		change.removeLabels = delta.labels.remove;
	}
	return change;
}

/** The account's folders by id, in the shape that changes use. */
export async function foldersOf(
	database: Database,
	ownerId: string,
	accountId: string,
): Promise<Map<string, NonNullable<LocalChange["folder"]>>> {
	const rows = await database.query<NonNullable<LocalChange["folder"]>>(
		"select id, role from email_folders where owner_id = $1 and account_id = $2",
		[ownerId, accountId],
	);
	return new Map(rows.map((row) => [row.id, row]));
}
