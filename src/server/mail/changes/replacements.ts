import { SETTABLE_FLAGS } from "#shared/mail/flags.ts";
import type { Database } from "../../db/database.ts";
import type { MailContext } from "../context/context.ts";
import { flagColumns } from "../store/flag-columns.ts";
import { REASON_CHANGED } from "./local.ts";
import { lockPlan } from "./open-plan.ts";

/**
 * Replacements: the original goes to the trash, and the message that replaces it moves from the trash to the original's
 * folder. Each is a journal item of its own, so that apply, undo and crash recovery work as for any other move.
 */

export interface Replacement {
	accountId: string;
	emailId: string;
	replacementProviderId: string;
	replacementBytes: number;
}

/** Records a copy that was appended to the trash. */
export async function recordReplacement(
	database: Database,
	ownerId: string,
	operationId: string,
	replacement: Replacement,
): Promise<void> {
	await database.exec(
		`insert into operation_replacements (owner_id, operation_id, account_id, email_id, replacement_provider_id, replacement_bytes)
		values ($1, $2, $3, $4, $5, $6)`,
		[
			ownerId,
			operationId,
			replacement.accountId,
			replacement.emailId,
			replacement.replacementProviderId,
			replacement.replacementBytes,
		],
	);
}

/**
 * Matches the copies to stored messages.
 * @returns how many are still missing
 */
export async function matchReplacements(database: Database, ownerId: string, operationId: string): Promise<number> {
	await database.exec(
		`update operation_replacements p set replacement_id = e.id from emails e
		where p.owner_id = $1 and p.operation_id = $2 and p.replacement_id is null
			and e.owner_id = p.owner_id and e.account_id = p.account_id and e.provider_id = p.replacement_provider_id`,
		[ownerId, operationId],
	);
	const missing = await database.one<{ count: number }>(
		`select count(*)::int as count from operation_replacements
		where owner_id = $1 and operation_id = $2 and replacement_id is null`,
		[ownerId, operationId],
	);
	return missing?.count ?? 0;
}

/**
 * Adds the copies to a plan that moves their originals to the trash, so that each copy moves to its original's folder.
 * Originals without a copy, and those that changed since, are removed from the plan.
 * @param type of the action that the plan becomes
 * @returns how many are left
 * @throws AppError 409 `plan-applied`, 410 `plan-expired`
 */
export async function addReplacements(
	ctx: Pick<MailContext, "database" | "now">,
	ownerId: string,
	operationId: string,
	type: string,
): Promise<number> {
	const { database } = ctx;
	return database.transaction(async () => {
		await lockPlan(ctx, ownerId, operationId);
		await database.exec(
			`update operation_items i set state = 'excluded'
			where i.owner_id = $1 and i.operation_id = $2 and i.state = 'pending' and not exists (
				select from operation_replacements p
				join emails c on c.owner_id = p.owner_id and c.account_id = p.account_id and c.id = p.replacement_id
				join emails e on e.owner_id = p.owner_id and e.account_id = p.account_id and e.id = p.email_id
				where p.owner_id = i.owner_id and p.operation_id = i.operation_id and p.account_id = i.account_id
					and p.email_id = i.email_id and e.revision = i.revision)`,
			[ownerId, operationId],
		);
		// The bytes of the copies are subtracted from what is freed.
		await database.exec(
			`insert into operation_items (owner_id, operation_id, account_id, email_id, revision, folder_id, folder_role,
				${flagColumns(undefined, SETTABLE_FLAGS)}, labels, to_folder_id, size_bytes, received_date)
			select c.owner_id, $2, c.account_id, c.id, c.revision, c.folder_id, c.folder_role,
				${flagColumns("c", SETTABLE_FLAGS)}, c.labels, i.folder_id, -p.replacement_bytes, c.received_date
			from operation_replacements p
			join operation_items i on i.owner_id = p.owner_id and i.operation_id = p.operation_id
				and i.account_id = p.account_id and i.email_id = p.email_id and i.state = 'pending'
			join emails c on c.owner_id = p.owner_id and c.account_id = p.account_id and c.id = p.replacement_id
			where p.owner_id = $1 and p.operation_id = $2 on conflict do nothing`,
			[ownerId, operationId],
		);
		const sums = await database.one<{ count: number; bytes: number }>(
			`select count(*)::int as count, coalesce(sum(size_bytes), 0)::bigint as bytes from operation_items
			where owner_id = $1 and operation_id = $2 and state = 'pending'`,
			[ownerId, operationId],
		);
		await database.exec(
			"update operations set action = $5, item_count = $3, bytes = $4 where owner_id = $1 and id = $2",
			[ownerId, operationId, sums?.count ?? 0, sums?.bytes ?? 0, JSON.stringify({ type })],
		);
		return (sums?.count ?? 0) / 2;
	});
}

/**
 * Makes an undo restore both messages of a replacement or neither: when the original was permanently deleted, for example, the
 * copy stays where it is.
 */
export async function keepReplacementsTogether(
	database: Database,
	ownerId: string,
	{ id, undoId }: { id: string; undoId: string },
): Promise<void> {
	await database.exec(
		`insert into operation_replacements (owner_id, operation_id, account_id, email_id, replacement_provider_id, replacement_id, replacement_bytes)
		select owner_id, $3, account_id, email_id, replacement_provider_id, replacement_id, replacement_bytes
		from operation_replacements where owner_id = $1 and operation_id = $2`,
		[ownerId, id, undoId],
	);
	await database.exec(
		`update operation_items i set state = 'skipped', reason = $3
		from operation_replacements p, operation_items other
		where p.owner_id = $1 and p.operation_id = $2
			and i.owner_id = $1 and i.operation_id = $2 and i.account_id = p.account_id and i.state = 'pending'
			and other.owner_id = $1 and other.operation_id = $2 and other.account_id = p.account_id and other.state = 'skipped'
			and (i.email_id = p.replacement_id and other.email_id = p.email_id or i.email_id = p.email_id and other.email_id = p.replacement_id)`,
		[ownerId, undoId, REASON_CHANGED],
	);
}

/** Replacements of a finished operation of which only one message was moved. */
export function incompleteReplacements(
	database: Database,
	ownerId: string,
	operationId: string,
): Promise<{ emailId: string; copyId: string; originalMoved: boolean }[]> {
	return database.query(
		`select p.email_id as "emailId", p.replacement_id as "copyId", i.state = 'done' as "originalMoved"
		from operation_replacements p
		join operation_items i on i.owner_id = p.owner_id and i.operation_id = p.operation_id
			and i.account_id = p.account_id and i.email_id = p.email_id
		join operation_items c on c.owner_id = p.owner_id and c.operation_id = p.operation_id
			and c.account_id = p.account_id and c.email_id = p.replacement_id
		where p.owner_id = $1 and p.operation_id = $2 and (i.state = 'done') <> (c.state = 'done')
			and 'excluded' not in (i.state, c.state)`,
		[ownerId, operationId],
	);
}
