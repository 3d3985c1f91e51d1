import { flagField, SETTABLE_FLAGS, type SettableFlag } from "#shared/mail/flags.ts";
import type { AccountScope } from "../context/account-scope.ts";
import type { MessageState, Row } from "./change.ts";

/** Parts of a message that were changed here, and that the provider did not have yet when it was queried. */
export interface PendingPush extends Record<SettableFlag, boolean> {
	folder: boolean;
	labels: boolean;
	/** Some of it was pushed while the provider was queried: its reply has the state before or after that. */
	isPushed: boolean;
}

/** A listing may show states from before a push: list again. */
export class ListedDuringPush extends Error {
	override name = "ListedDuringPush";
}

/**
 * Finds changes to these messages that a listing does not show: not pushed yet, or pushed after it was requested.
 * @param listedAt when the listing was requested, in database time; absent: now
 * @returns by message id
 */
export async function readPendingPush(
	scope: AccountScope,
	rows: readonly Row[],
	listedAt?: Date,
): Promise<Map<string, PendingPush>> {
	const { database, ownerId, accountId } = scope;
	const found = await database.query<PendingPush & { id: string }>(
		`select email_id as id, bool_or(to_folder_id is not null) as folder,
			${SETTABLE_FLAGS.map((flag) => `bool_or(to_${flag} is not null) as ${flag}`).join(", ")},
			bool_or(to_labels is not null) as labels, bool_or(state = 'done') as "isPushed"
		from (
			select * from operation_items
			where owner_id = $1 and account_id = $2 and state = 'local' and email_id = any($3::uuid[])
			union all
			select * from operation_items
			where owner_id = $1 and account_id = $2 and pushed_at >= $4 and state = 'done' and email_id = any($3::uuid[])
		) items group by email_id`,
		[ownerId, accountId, rows.map((row) => row.id), listedAt ?? null],
	);
	return new Map(found.map(({ id, ...pendingPush }) => [id, pendingPush]));
}

/** The provider's state of a message, except for the parts whose change it did not have yet. */
export function mergeProviderState(state: MessageState, row: Row, pendingPush: PendingPush | undefined): MessageState {
	if (pendingPush === undefined) return state;
	return {
		...state,
		...(pendingPush.folder && { folderId: row.folderId, folderRole: row.folderRole }),
		...Object.fromEntries(
			SETTABLE_FLAGS.filter((flag) => pendingPush[flag]).map((flag) => [flagField(flag), row[flagField(flag)]]),
		),
		...(pendingPush.labels && { labels: row.labels }),
	};
}
