import { isDeepStrictEqual } from "node:util";
import type { RowOf } from "../../../db/table.ts";
import type { AccountScope } from "../../context/account-scope.ts";
import { emails, trustColumns } from "../../emails/emails.ts";
import { readRelations } from "./sender-relations.ts";
import { trustOf } from "./trust-of.ts";

export const JUDGED = trustColumns.and(
	emails.only("id", "folderRole", "senderName", "senderEmail", "trustFindings", "trustVersion"),
);
export type JudgedRow = RowOf<typeof JUDGED>;

const WRITTEN = trustColumns.and(emails.only("id", "trustFindings", "trustVersion"));
const CHANGED = trustColumns.and(emails.only("trustFindings", "trustVersion"));

/**
 * Judges stored messages by what they show and what the mailbox knows now. Call it in a transaction.
 * @param rows with new findings where they were examined again
 * @returns how many have another verdict
 */
export async function judgeStored(
	scope: AccountScope,
	rows: readonly JudgedRow[],
	isExamined: boolean,
): Promise<number> {
	const { database, ownerId, accountId } = scope;
	if (rows.length === 0) return 0;
	const relations = await readRelations(
		scope,
		rows.map((row) => row.senderEmail),
	);
	const judged = rows.map((row) => ({ row, after: trustOf(row, relations) }));
	const changed = judged.filter(
		({ row: { trust, trustReasons }, after }) => isExamined || !isDeepStrictEqual({ trust, trustReasons }, after),
	);
	if (changed.length > 0)
		await database.exec(
			`update emails e set ${CHANGED.copy("n")} from json_to_recordset($3) as n (${WRITTEN.definitions})
			where e.owner_id = $1 and e.account_id = $2 and e.id = n.id`,
			[
				ownerId,
				accountId,
				WRITTEN.toJson(
					changed.map(({ row: { id, trustFindings, trustVersion }, after }) => ({
						id,
						trustFindings,
						trustVersion,
						...after,
					})),
				),
			],
		);
	return judged.filter(({ row, after }) => row.trust !== after.trust).length;
}
