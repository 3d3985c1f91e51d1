import type { Category } from "#shared/mail/categories.ts";
import type { Database } from "../../db/database.ts";
import { storable } from "../../db/storable.ts";
import type { AccountScope } from "../context/account-scope.ts";

/** A user's correction of a message, a sender or a list. */
export interface Correction {
	id: string;
	accountId: string;
	targetType: "message" | "sender" | "list";
	/** The message's id, the sender's address or the list's key. */
	target: string;
	/** Display name: the message's subject, the sender's name, the list's name. */
	name: string;
	category: Category;
	/** ISO 8601. */
	createdAt: string;
}

export interface NewCorrection extends Omit<Correction, "createdAt"> {
	tokens: string[];
}

interface Row {
	id: string;
	account_id: string;
	target_type: Correction["targetType"];
	target: string;
	name: string;
	category: Category;
	created_at: Date;
}

const COLUMNS = "id, account_id, target_type, target, name, category, created_at";

/**
 * Active corrections, newest first; of several for the same target only the newest.
 * @param accountId null: all mailboxes
 */
export async function listCorrections(
	database: Database,
	ownerId: string,
	accountId: string | null,
): Promise<Correction[]> {
	const rows = await database.query<Row>(
		`select ${COLUMNS} from (
			select distinct on (account_id, target_type, target) ${COLUMNS} from category_corrections
			where owner_id = $1 and ($2::uuid is null or account_id = $2) order by account_id, target_type, target, id desc
		) holding order by id desc`,
		[ownerId, accountId],
	);
	return rows.map(present);
}

export async function findCorrection(database: Database, ownerId: string, id: string): Promise<Correction | null> {
	const row = await database.one<Row>(`select ${COLUMNS} from category_corrections where owner_id = $1 and id = $2`, [
		ownerId,
		id,
	]);
	return row === undefined ? null : present(row);
}

export async function insertCorrection(
	database: Database,
	ownerId: string,
	{ id, accountId, targetType, target, name, category, tokens }: NewCorrection,
): Promise<Correction> {
	const row = await database.one<Row>(
		`insert into category_corrections (owner_id, account_id, id, target_type, target, category, name, tokens)
		values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
		[ownerId, accountId, id, targetType, target, category, storable(name).slice(0, 500), tokens.map(storable)],
	);
	return present(row as Row);
}

/** Deletes one correction, or all for the same target. */
export async function deleteCorrections(
	scope: AccountScope,
	which: { id: string } | Pick<Correction, "targetType" | "target">,
): Promise<void> {
	const { database, ownerId, accountId } = scope;
	const [condition, values] =
		"id" in which ? ["id = $3", [which.id]] : ["target_type = $3 and target = $4", [which.targetType, which.target]];
	await database.exec(`delete from category_corrections where owner_id = $1 and account_id = $2 and ${condition}`, [
		ownerId,
		accountId,
		...values,
	]);
}

function present(row: Row): Correction {
	const { id, target_type: targetType, target, name, category } = row;
	return { id, accountId: row.account_id, targetType, target, name, category, createdAt: row.created_at.toISOString() };
}
