import type { Category } from "#shared/mail/categories.ts";
import type { RowOf } from "../../db/table.ts";
import { type Classified, classifyWith } from "../classify/classifier.ts";
import { classifierInputOf, classifyColumns } from "../classify/features/facts.ts";
import { listKeyOfRow } from "../classify/features/list-key.ts";
import { type Overrides, readOverrides } from "../classify/overrides.ts";
import { overrideReason, PROVIDER_REASON, USER_REASON } from "../classify/reason.ts";
import type { AccountScope } from "../context/account-scope.ts";
import { categoryColumns, emails } from "../emails/emails.ts";
import { type Categorized, type CategoryRow, setCategories } from "../store/categories.ts";
import type { Correction } from "./correction-store.ts";

/** What a correction applies to. */
export type Target = Pick<Correction, "targetType" | "target">;

/** SQL condition for the messages of a target, whose name is $3. Messages that the user wrote have no category. */
export function ofTarget(targetType: Target["targetType"]): string {
	const column = { message: "id = $3::uuid", sender: "sender_email = $3", list: "list_key = $3 and list_key <> ''" }[
		targetType
	];
	return `${column} and folder_role not in ('sent', 'drafts')`;
}

const RESOLVED = classifyColumns.and(categoryColumns).and(emails.only("id", "listKey"));

type ResolvedRow = RowOf<typeof RESOLVED>;

/**
 * Sets the categories of all messages of a target according to the user's corrections. For targets of up to a few
 * hundred messages.
 * @returns how many changed their category
 */
export async function applyToTarget(scope: AccountScope, { targetType, target }: Target): Promise<number> {
	const { database, ownerId, accountId } = scope;
	const rows = await database.query<{ id: string }>(
		`select id from emails where owner_id = $1 and account_id = $2 and ${ofTarget(targetType)}`,
		[ownerId, accountId, target],
	);
	return resolveCategories(
		scope,
		rows.map(({ id }) => id),
	);
}

/**
 * Sets categories according to the user's corrections: the one on the message itself first, then the newest of those on
 * its sender and its list; messages without any return to the category they had before. Idempotent. Call it under the
 * account's lock, for at most about 500 messages.
 * @returns how many changed their category
 */
export async function resolveCategories(scope: AccountScope, ids: readonly string[]): Promise<number> {
	const { database, ownerId, accountId } = scope;
	if (ids.length === 0) return 0;
	const overrides = await readOverrides(database, ownerId, accountId);
	const rows = await database.query<ResolvedRow>(
		`select ${RESOLVED.select()} from emails
		where owner_id = $1 and account_id = $2 and id = any($3::uuid[])`,
		[ownerId, accountId, ids],
	);
	const words = await database.query<{ target: string; category: Category }>(
		`select distinct on (target) target, category from category_corrections
		where owner_id = $1 and account_id = $2 and target_type = 'message' and target = any($3::text[]) order by target, id desc`,
		[ownerId, accountId, ids],
	);
	const alone = new Map(words.map(({ target, category }) => [target, category]));
	const changes = rows.flatMap((row) => {
		const after = classificationOf(row, alone.get(row.id) ?? null, overrides);
		return isSame(row, after) ? [] : [{ row, after }];
	});
	const categorised = changes.map(({ row, after }): Categorized => ({ id: row.id, ...after }));
	await setCategories(scope, categorised);
	return changes.filter(({ row, after }) => row.category !== after.category).length;
}

/** A message's category by all corrections. @param alone the user's correction of this message only */
function classificationOf(row: ResolvedRow, alone: Category | null, overrides: Overrides): Classified {
	const listKey = row.listKey ?? listKeyOfRow(row);
	const rule = overrides.ruleFor({ senderEmail: row.senderEmail, listKey });
	const before = withoutCorrection(row, () => classifyWith(overrides, classifierInputOf(row, listKey), null));
	if (alone !== null) return { category: alone, reason: USER_REASON, source: "user", previous: before };
	if (rule !== null) return { category: rule.category, reason: overrideReason(rule), source: "user", previous: before };
	return { ...before, previous: null };
}

/** A message's category without corrections. @param classify classifies messages that have no category yet */
function withoutCorrection(row: ResolvedRow, classify: () => Classified): Omit<Classified, "previous"> {
	const { category, categoryReason: reason, categorySource: source, previousCategory: previous } = row;
	if (source === "user" && previous !== null) return previous;
	// Null: the provider set it before sources were stored.
	if (source !== "user" && category !== null)
		return { category, reason: reason ?? PROVIDER_REASON, source: source ?? "provider" };
	const { previous: without, ...classified } = classify();
	return without ?? classified;
}

/** Whether the message already has this category, reason and source. */
export function isSame(row: CategoryRow, after: Omit<Categorized, "id">): boolean {
	const { previousCategory: a } = row;
	const { previous: b } = after;
	return (
		row.category === after.category &&
		row.categoryReason === after.reason &&
		row.categorySource === after.source &&
		a?.category === b?.category &&
		a?.reason === b?.reason &&
		a?.source === b?.source
	);
}
