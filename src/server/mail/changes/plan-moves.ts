import { newId } from "#shared/ids.ts";
import { SETTABLE_FLAGS } from "#shared/mail/flags.ts";
import type { MailContext } from "../context/context.ts";
import { flagColumns } from "../store/flag-columns.ts";
import { changeableAccounts } from "./accounts.ts";
import { discardOperation } from "./maintenance.ts";
import { PLAN_MS } from "./open-plan.ts";
import { insertOperation } from "./operation-rows.ts";

/** Rows frozen per statement: about 50 ms on the embedded database. */
const CHUNK = 2_000;

/** A message and the folder it goes to. */
export interface Move {
	accountId: string;
	emailId: string;
	folderId: string;
}

/**
 * Plans to restore messages, each to its own folder: undo returns them to where they are now. Messages that are gone,
 * or already there, and those in mailboxes that cannot be changed are left out.
 * @returns the plan's id; null when nothing is left
 */
export async function planMoves(
	ctx: MailContext,
	ownerId: string,
	{ moves, source, reason }: { moves: readonly Move[]; source: string; reason: string },
	chunk = CHUNK,
): Promise<string | null> {
	const { database } = ctx;
	const changeable = new Set((await changeableAccounts(ctx, ownerId, null)).map(({ id }) => id));
	const own = moves.filter(({ accountId }) => changeable.has(accountId));
	const accountIds = new Set(own.map(({ accountId }) => accountId));
	const [onlyAccount = null] = accountIds.size === 1 ? accountIds : [];
	const id = newId(ctx.now());
	await insertOperation(database, ownerId, {
		id,
		accountId: onlyAccount,
		action: { type: "restore" },
		folderName: null,
		query: reason,
		source,
		undoOf: null,
		undoDepth: 0,
		createdAt: new Date(ctx.now()),
		expiresAt: new Date(ctx.now() + PLAN_MS),
	});
	try {
		let [count, bytes] = [0, 0];
		for (let from = 0; from < own.length; from += chunk) {
			const frozen = await database.one<{ count: number; bytes: number }>(FREEZE, [
				ownerId,
				id,
				...columnsOf(own.slice(from, from + chunk)),
			]);
			count += frozen?.count ?? 0;
			bytes += frozen?.bytes ?? 0;
		}
		if (count === 0) {
			await discardOperation(database, ownerId, id);
			return null;
		}
		await database.exec(
			"update operations set state = 'planned', item_count = $3, bytes = $4 where owner_id = $1 and id = $2",
			[ownerId, id, count, bytes],
		);
		return id;
	} catch (cause) {
		await discardOperation(database, ownerId, id);
		throw cause;
	}
}

const columnsOf = (moves: readonly Move[]): string[][] => [
	moves.map(({ accountId }) => accountId),
	moves.map(({ emailId }) => emailId),
	moves.map(({ folderId }) => folderId),
];

const FREEZE = `
with frozen as (
	insert into operation_items (owner_id, operation_id, account_id, email_id, revision, folder_id, folder_role,
		${flagColumns(undefined, SETTABLE_FLAGS)}, labels, to_folder_id, size_bytes, received_date)
	select e.owner_id, $2, e.account_id, e.id, e.revision, e.folder_id, e.folder_role,
		${flagColumns("e", SETTABLE_FLAGS)}, e.labels, m.folder_id, e.size_bytes, e.received_date
	from unnest($3::uuid[], $4::uuid[], $5::text[]) as m (account_id, email_id, folder_id)
	join emails e on e.owner_id = $1 and e.account_id = m.account_id and e.id = m.email_id
	join email_folders f on f.owner_id = e.owner_id and f.account_id = e.account_id and f.id = m.folder_id
	where e.folder_id <> m.folder_id
	on conflict do nothing returning size_bytes)
select count(*)::int as count, coalesce(sum(size_bytes), 0)::bigint as bytes from frozen`;
