import { z } from "zod";
import type { RowOf } from "../../db/table.ts";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import { type Classifier, createClassifier } from "../classify/classifier.ts";
import { classifierInputOf, classifyColumns } from "../classify/features/facts.ts";
import { listKeyOfRow } from "../classify/features/list-key.ts";
import { MODEL_VERSION } from "../classify/model.ts";
import { recordModel } from "../classify/model-store.ts";
import type { AccountKey, AccountScope } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import { categoryColumns, emails } from "../emails/emails.ts";
import { type Categorized, providerCategoryOf, reclassify, setCategories } from "../store/categories.ts";
import { lockAccount } from "../store/change.ts";
import { isSame } from "./apply-override.ts";

const input = z.object({ accountId: z.uuid() });
type Input = z.infer<typeof input>;

/** Where an attempt resumes: everything newer is done. */
const position = z.object({ date: z.string(), id: z.uuid() });
type Position = z.infer<typeof position>;

const CHUNK = 300;
const NEWEST: Position = { date: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/**
 * Classifies messages without a category, and reclassifies those of an older model. Categories set by providers and
 * users stay. Newest first, in batches, once per mailbox and model.
 */
export const classifyJob: JobKind<Input, MailContext> = {
	name: "classify",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 5,
	async run(ctx: MailContext, job) {
		const { database } = ctx;
		const { ownerId, signal } = job;
		const { accountId } = job.input;
		const classifier = await createClassifier(database, ownerId, accountId);
		const before = job.previous;
		let changed = typeof before?.changed === "number" ? before.changed : 0;
		let done = typeof before?.scanned === "number" ? before.scanned : 0;
		for (let at: Position | null = position.safeParse(before?.at).data ?? NEWEST; at !== null; ) {
			signal.throwIfAborted();
			const from: Position = at;
			const piece = await database.transaction(() => classifyBatch({ database, ownerId, accountId }, from, classifier));
			at = piece.at;
			changed += piece.changed;
			done += piece.scanned;
			if (at !== null) job.progress({ done, result: { changed, scanned: done, at } });
			await job.yieldIfWaiting();
		}
		await recordModel(database, ownerId, accountId);
		if (changed > 0) ctx.events.publish(ownerId, { type: "mail", accountId });
		return { changed, scanned: done };
	},
};

/** What to enqueue for one mailbox. */
export function classifyRequest(ownerId: string, accountId: string) {
	return { ownerId, accountId, input: { accountId }, dedupeKey: `classify ${accountId}`, background: true };
}

/** Enqueues the job for every mailbox that was classified by an older model, or by none. */
export async function enqueueClassify(ctx: Pick<MailContext, "database" | "jobs">): Promise<void> {
	const rows = await ctx.database.query<AccountKey>(
		`select a.owner_id as "ownerId", a.id as "accountId" from connected_accounts a
		left join category_models m on m.owner_id = a.owner_id and m.account_id = a.id
		where a.status <> 'deleting' and m.version is distinct from $1`,
		[MODEL_VERSION],
	);
	for (const { ownerId, accountId } of rows) await ctx.jobs.enqueue(classifyJob, classifyRequest(ownerId, accountId));
}

const COLUMNS = classifyColumns.and(categoryColumns).and(emails.only("id", "folderRole", "listKey", "rawSha256"));

type Row = RowOf<typeof COLUMNS> & { date: string };

async function classifyBatch(
	scope: AccountScope,
	from: Position,
	classifier: Classifier,
): Promise<{ at: Position | null; scanned: number; changed: number }> {
	const { database, ownerId, accountId } = scope;
	await lockAccount(database, accountId);
	await classifier.renew?.();
	const rows = await database.query<Row>(
		`select ${COLUMNS.select()}, received_date::text as date from emails
		where owner_id = $1 and account_id = $2 and (received_date, id) < ($3::timestamptz, $4::uuid)
		order by received_date desc, id desc limit ${CHUNK}`,
		[ownerId, accountId, from.date, from.id],
	);
	const changes = rows.flatMap((row): Categorized[] => {
		if (!isDue(row)) return [];
		const after = reclassify(
			row,
			classifierInputOf(row, row.listKey ?? listKeyOfRow(row)),
			providerCategoryOf(row),
			classifier,
		);
		const { category, categoryReason: reason, categorySource: source, previousCategory: previous } = after;
		const classified = { category, reason, source, previous };
		return isSame(row, classified) ? [] : [{ id: row.id, ...classified }];
	});
	await setCategories(scope, changes);
	const last = rows.length < CHUNK ? undefined : rows.at(-1);
	return {
		at: last === undefined ? null : { date: last.date, id: last.id },
		scanned: rows.length,
		changed: changes.length,
	};
}

/** The provider's category stays; a message stored with its header only is classified with its body. */
function isDue({ category, categorySource: source, previousCategory: previous, rawSha256: sha256 }: Row): boolean {
	if (category === null) return true;
	return sha256 !== null && (source === "classifier" || (source === "user" && previous?.source === "classifier"));
}
