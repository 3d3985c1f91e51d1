import type { Category } from "#shared/mail/categories.ts";
import type { RowOf } from "../../db/table.ts";
import type { Classified, Classifier } from "../classify/classifier.ts";
import { type ClassifierInput, classifierInputOf, classifyColumns } from "../classify/features/facts.ts";
import { listKeyOfRow } from "../classify/features/list-key.ts";
import type { AccountScope } from "../context/account-scope.ts";
import { categoryColumns, emails } from "../emails/emails.ts";
import type { FolderRole, RemoteMessage } from "../provider/provider.ts";
import { countedOf, lockAccount, type Row, rowColumns } from "./change.ts";
import { RollupDeltas } from "./rollups/rollups.ts";

export type CategoryRow = RowOf<typeof categoryColumns>;

const NONE: CategoryRow = { category: null, categoryReason: null, categorySource: null, previousCategory: null };

const KEYED = categoryColumns.and(emails.only("id"));

const CLASSIFIED = rowColumns.and(categoryColumns).and(classifyColumns);

/** Messages that the user wrote have no category. */
function isClassified(role: FolderRole): boolean {
	return role !== "sent" && role !== "drafts";
}

/** Category of a message that is new to the store. @param fromProvider the provider's category; null or absent: none */
export function classifyNew(
	role: FolderRole,
	facts: () => ClassifierInput,
	fromProvider: RemoteMessage["category"],
	classifier: Classifier,
): CategoryRow {
	return isClassified(role) ? rowOf(classifier(facts(), fromProvider ?? null)) : NONE;
}

/**
 * Category of a message when more of it is known, or its provider reports another category. A category set by the user
 * stays.
 */
export function reclassify(
	row: CategoryRow & { folderRole: FolderRole },
	facts: ClassifierInput,
	fromProvider: Category | null,
	classifier: Classifier,
): CategoryRow {
	const { category, categoryReason, categorySource, previousCategory } = row;
	if (!isClassified(row.folderRole)) return { category, categoryReason, categorySource, previousCategory };
	const classified = classifier(facts, fromProvider);
	if (categorySource !== "user") return rowOf(classified);
	const { previous, ...without } = classified;
	return { category, categoryReason, categorySource, previousCategory: previous ?? without };
}

/** The category last reported by the provider. */
export function providerCategoryOf({ category, categorySource, previousCategory }: CategoryRow): Category | null {
	if (categorySource === "classifier") return null;
	if (categorySource !== "user") return category;
	return previousCategory?.source === "provider" ? previousCategory.category : null;
}

function rowOf({ category, reason, source, previous }: Classified): CategoryRow {
	return { category, categoryReason: reason, categorySource: source, previousCategory: previous };
}

/** A message's new category. */
export interface Categorized {
	id: string;
	category: Category | null;
	/** One sentence. */
	reason: string | null;
	source: Classified["source"] | null;
	/** Null unless `source` is `user`. */
	previous: Classified["previous"];
}

/**
 * Sets the categories of messages of one account, and updates the counts; changes nothing else. Unknown ids are
 * skipped. Pass at most about 500 messages per call, to keep the transaction short.
 */
export async function setCategories(scope: AccountScope, categorised: readonly Categorized[]): Promise<void> {
	const { database, ownerId, accountId } = scope;
	if (categorised.length === 0) return;
	await lockAccount(database, accountId);
	const byId = new Map(categorised.map((one) => [one.id, one]));
	const rows = await database.query<Row>(
		`select ${rowColumns.select()} from emails where owner_id = $1 and account_id = $2 and id = any($3::uuid[]) for update`,
		[ownerId, accountId, [...byId.keys()]],
	);
	const changes = rows.map((row) => {
		const { category, reason, source, previous } = byId.get(row.id) as Categorized;
		return { row, after: { category, categoryReason: reason, categorySource: source, previousCategory: previous } };
	});
	await write(scope, changes);
}

async function write(scope: AccountScope, changes: readonly { row: Row; after: CategoryRow }[]): Promise<void> {
	const { database, ownerId, accountId } = scope;
	const deltas = new RollupDeltas();
	for (const { row, after } of changes)
		deltas.regroup(countedOf(row, row), { category: after.category, listKey: row.listKey });
	await database.exec(
		`update emails e set ${categoryColumns.copy("n")} from json_to_recordset($3) as n (${KEYED.definitions})
		where e.owner_id = $1 and e.account_id = $2 and e.id = n.id`,
		[ownerId, accountId, KEYED.toJson(changes.map(({ row, after }) => ({ id: row.id, ...after })))],
	);
	await deltas.write(database, ownerId, accountId);
}

/**
 * Updates known messages to the category their provider reports now, except those that the user corrected. Messages
 * that the provider removed from their category are classified here.
 * @param remotes messages of a provider that reports categories
 * @returns provider ids of those that changed
 */
export async function updateCategories(
	scope: AccountScope,
	remotes: readonly Pick<RemoteMessage, "id" | "category">[],
	classifier: Classifier,
): Promise<Set<string>> {
	const { database, ownerId, accountId } = scope;
	if (remotes.length === 0) return new Set();
	const rows = await database.query<RowOf<typeof CLASSIFIED> & { providerCategory: Category | null }>(
		`select ${CLASSIFIED.select("e")}, n.category as "providerCategory"
		from unnest($3::text[], $4::text[]) as n (provider_id, category)
		join emails e on e.owner_id = $1 and e.account_id = $2 and e.provider_id = n.provider_id
		where e.folder_role not in ('sent', 'drafts') and ${PROVIDER_CATEGORY} is distinct from n.category`,
		[ownerId, accountId, remotes.map(({ id }) => id), remotes.map(({ category = null }) => category)],
	);
	if (rows.length === 0) return new Set();
	const changes = rows.map((row) => {
		const facts = classifierInputOf(row, row.listKey ?? listKeyOfRow(row));
		return { row, after: reclassify(row, facts, row.providerCategory, classifier) };
	});
	await write(scope, changes);
	return new Set(changes.filter(({ row, after }) => row.category !== after.category).map(({ row }) => row.providerId));
}

/** `providerCategoryOf` in SQL. */
const PROVIDER_CATEGORY = `case coalesce(e.category_source, 'provider')
	when 'provider' then e.category
	when 'user' then case when e.previous_category ->> 'source' = 'provider' then e.previous_category ->> 'category' end
end`;
