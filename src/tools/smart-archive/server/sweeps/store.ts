import { present as presentOperation, readOperation } from "#kernel/changes.ts";
import { column, type RowOf, table } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Sweep } from "../../contract.ts";

/** The SQL of sweep rules, and of the messages each has swept. */

export const sweepRules = table("sweep_rules", {
	ownerId: column.text(),
	accountId: column.uuid(),
	id: column.uuid(),
	/** Lowercase. */
	senderEmail: column.text(),
	senderName: column.text(),
	/** Null: no limit. */
	keepNewest: column.integer().nullable(),
	olderThanDays: column.integer().nullable(),
	action: column.text<"archive" | "trash">(),
	isActive: column.boolean().withDefault(),
	createdAt: column.timestamptz().withDefault(),
	lastRunAt: column.timestamptz().nullable(),
	operationId: column.uuid().nullable(),
});

export type SweepRule = RowOf<typeof sweepRules>;

type Ctx = Pick<MailContext, "database" | "now">;

const COLUMNS = sweepRules.select("r");

/** @param accountId null: all mailboxes */
export async function listRules({ database }: Ctx, ownerId: string, accountId: string | null): Promise<SweepRule[]> {
	return database.query<SweepRule>(
		`select ${COLUMNS} from sweep_rules r
		join mail_accounts_v1 a on a.owner_id = r.owner_id and a.id = r.account_id
		where r.owner_id = $1 and ($2::uuid is null or r.account_id = $2)
		order by lower(r.sender_name), r.sender_email, r.id`,
		[ownerId, accountId],
	);
}

/** @throws AppError 404 */
export async function getRule({ database }: Ctx, ownerId: string, id: string): Promise<SweepRule> {
	const rule = await database.one<SweepRule>(
		`select ${COLUMNS} from sweep_rules r where r.owner_id = $1 and r.id = $2`,
		[ownerId, id],
	);
	if (rule === undefined) throw notFound("The sweep rule");
	return rule;
}

/** The existing rule for a sender; null: none. */
export async function ruleOf(
	{ database }: Ctx,
	{ ownerId, accountId, senderEmail }: Pick<SweepRule, "ownerId" | "accountId" | "senderEmail">,
): Promise<string | null> {
	const row = await database.one<{ id: string }>(
		"select id from sweep_rules where owner_id = $1 and account_id = $2 and sender_email = $3",
		[ownerId, accountId, senderEmail],
	);
	return row?.id ?? null;
}

/** The active rules of these senders. */
export function rulesFor(
	{ database }: Ctx,
	ownerId: string,
	accountId: string,
	emailIds: readonly string[],
): Promise<SweepRule[]> {
	return database.query<SweepRule>(
		`select ${COLUMNS} from sweep_rules r where r.owner_id = $1 and r.account_id = $2 and r.is_active and r.sender_email in (
			select e.sender_email from mail_messages_v1 e where e.owner_id = $1 and e.account_id = $2 and e.id = any($3::uuid[]))
		order by r.id`,
		[ownerId, accountId, emailIds],
	);
}

/** Interval between two runs for mail that has become older. */
const REST_MS = 20 * 3_600_000;

/** Users with rules that are due. */
export async function ownersDue({ database, now }: Ctx): Promise<string[]> {
	const rows = await database.query<{ owner: string }>(
		`select distinct owner_id as owner from sweep_rules
		where is_active and (last_run_at is null or last_run_at < $1) order by 1`,
		[new Date(now() - REST_MS)],
	);
	return rows.map(({ owner }) => owner);
}

export function rulesDue({ database, now }: Ctx, ownerId: string): Promise<SweepRule[]> {
	return database.query<SweepRule>(
		`select ${COLUMNS} from sweep_rules r where r.owner_id = $1 and r.is_active
			and (r.last_run_at is null or r.last_run_at < $2) order by r.id`,
		[ownerId, new Date(now() - REST_MS)],
	);
}

/** Saves a rule; replaces an existing one for the same sender in the same mailbox. @returns its id */
export async function saveRule(
	{ database, now }: Ctx,
	rule: Pick<SweepRule, "ownerId" | "accountId" | "id" | "senderEmail" | "keepNewest" | "olderThanDays" | "action">,
): Promise<string> {
	const row = await database.one<{ id: string }>(
		`insert into sweep_rules as r (owner_id, account_id, id, sender_email, sender_name, keep_newest, older_than_days, action,
			created_at)
		values ($1, $2, $3, $4, coalesce((select max(sender_name) from mail_sender_stats_v1
			where owner_id = $1 and account_id = $2 and sender_email = $4), ''), $5, $6, $7, $8)
		on conflict (owner_id, account_id, sender_email) do update set keep_newest = excluded.keep_newest,
			older_than_days = excluded.older_than_days, action = excluded.action, is_active = true
		returning r.id`,
		[
			rule.ownerId,
			rule.accountId,
			rule.id,
			rule.senderEmail,
			rule.keepNewest,
			rule.olderThanDays,
			rule.action,
			new Date(now()),
		],
	);
	if (row === undefined) throw new Error("The rule was not saved");
	return row.id;
}

/** @throws AppError 404 */
export async function setActive({ database }: Ctx, ownerId: string, id: string, isActive: boolean): Promise<void> {
	const rows = await database.query(
		"update sweep_rules set is_active = $3 where owner_id = $1 and id = $2 returning 1",
		[ownerId, id, isActive],
	);
	if (rows.length === 0) throw notFound("The sweep rule");
}

/** Deletes a rule; swept mail stays where it is. @throws AppError 404 */
export async function deleteRule({ database }: Ctx, ownerId: string, id: string): Promise<void> {
	const rows = await database.query("delete from sweep_rules where owner_id = $1 and id = $2 returning 1", [
		ownerId,
		id,
	]);
	if (rows.length === 0) throw notFound("The sweep rule");
	await database.exec("delete from swept_emails where owner_id = $1 and rule_id = $2", [ownerId, id]);
}

export async function noteRun(
	{ database, now }: Ctx,
	{ ownerId, id }: SweepRule,
	operationId: string | null,
): Promise<void> {
	await database.exec(
		"update sweep_rules set last_run_at = $3, operation_id = coalesce($4, operation_id) where owner_id = $1 and id = $2",
		[ownerId, id, new Date(now()), operationId],
	);
}

/** Records the messages of a rule's plan, and those that the user excluded from it: neither is swept again. */
export async function noteSwept(
	{ database }: Ctx,
	{ ownerId, id }: Pick<SweepRule, "ownerId" | "id">,
	operationId: string,
): Promise<void> {
	await database.exec(
		`insert into swept_emails (owner_id, account_id, rule_id, email_id, operation_id)
		select owner_id, account_id, $3, email_id, operation_id from mail_operation_items_v1 where owner_id = $1 and operation_id = $2
		on conflict do nothing`,
		[ownerId, operationId, id],
	);
}

/**
 * Purges records of messages that were not swept: from plans that expired unapplied, and those that providers rejected.
 * A plan that is about to be applied keeps the user's exclusions.
 */
export async function forgetUnswept({ database, now }: Ctx, { ownerId, id }: SweepRule): Promise<void> {
	await database.exec(
		`delete from swept_emails s where s.owner_id = $1 and s.rule_id = $2 and (
			not exists (select from mail_operations_v1 o where o.owner_id = $1 and o.id = s.operation_id
				and (o.started_at is not null or o.state = 'planned' and o.expires_at > $3))
			or exists (select from mail_operations_v1 o join mail_operation_items_v1 i on i.owner_id = o.owner_id and i.operation_id = o.id
				where o.owner_id = $1 and o.id = s.operation_id and i.account_id = s.account_id and i.email_id = s.email_id
					and o.started_at is not null and o.state <> 'running' and o.undone_by is null
					and i.state in ('pending', 'skipped', 'failed')))`,
		[ownerId, id, new Date(now())],
	);
}

export async function presentRule(ctx: Ctx, rule: SweepRule): Promise<Sweep> {
	const swept = await ctx.database.one<{ count: number }>(
		`select coalesce(sum(o.applied), 0)::int as count from mail_operations_v1 o
		where o.owner_id = $1 and o.undone_by is null and o.id in (
			select operation_id from swept_emails where owner_id = $1 and rule_id = $2)`,
		[rule.ownerId, rule.id],
	);
	const operation =
		rule.operationId === null
			? null
			: await readOperation(ctx.database, rule.ownerId, rule.operationId).catch(() => null);
	return {
		id: rule.id,
		accountId: rule.accountId,
		senderEmail: rule.senderEmail,
		senderName: rule.senderName,
		keepNewest: rule.keepNewest,
		olderThanDays: rule.olderThanDays,
		action: rule.action,
		isActive: rule.isActive,
		createdAt: rule.createdAt.toISOString(),
		lastRunAt: rule.lastRunAt?.toISOString() ?? null,
		lastOperation: operation === null ? null : presentOperation(operation),
		sweptCount: swept?.count ?? 0,
	};
}
