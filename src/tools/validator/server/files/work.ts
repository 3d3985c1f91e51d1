import type { MailContext } from "#kernel/module.ts";
import { RetryAfter, type RunningItem, type WorkKind } from "#kernel/work.ts";
import { createLoader } from "../loader.ts";
import { recordVerdicts } from "../store.ts";
import { createValidator, type Outcome, type Validator } from "../validator.ts";
import { returnUncheckedRows } from "./count-rows.ts";
import { type RowItem, type RowResult, type RowVerdict, rowItem, rowResult } from "./item.ts";
import { byStatus } from "./outcomes.ts";
import { enqueueWebhook } from "./webhook.ts";
import { emitCompleted } from "./webhook-events.ts";

/** Rows in progress at once, per process: what they read and write of the database is one statement for all. */
const CONCURRENCY = 500;

/** What the rows of one batch share in this process. */
interface Run {
	validator: Promise<Validator>;
	record: (outcome: Outcome) => Promise<void>;
}

const runs = new Map<string, Run>();

function runOf(ctx: MailContext, { ownerId, batchId }: RunningItem<RowItem>): Run {
	const found = runs.get(batchId);
	if (found !== undefined) return found;
	const run: Run = {
		validator: createValidator(ctx, ownerId),
		record: createLoader<Outcome, void>(async (outcomes) => {
			await recordVerdicts(ctx, ownerId, outcomes);
			return () => undefined;
		}),
	};
	runs.set(batchId, run);
	run.validator.catch(() => runs.delete(batchId));
	// `onEnd` does not run in processes that only helped with the batch.
	if (runs.size > 16) runs.delete(runs.keys().next().value ?? "");
	return run;
}

/** Validates the rows of a file. A row that is repeated after a crash gets the same verdict. */
export const validateWork: WorkKind<RowItem, RowResult, MailContext> = {
	name: "validate-emails",
	unit: "rows",
	item: rowItem,
	result: rowResult,
	concurrency: CONCURRENCY,
	attempts: 3,
	delivery: "at-least-once",
	async run(ctx, running) {
		const { leftOut } = running.item;
		if (leftOut !== null) return { reason: leftOut };
		const { validator, record } = runOf(ctx, running);
		const outcome = await (await validator).validate(running.item.email, running.signal);
		await record(outcome);
		const retryAt = outcome.probe?.retryAt ?? null;
		// A few seconds later than the schedule, whose answer is then used.
		if (outcome.verdict.reason === "greylisted" && retryAt !== null)
			throw new RetryAfter((retryAt.getTime() - ctx.now()) / 1000 + 90, "The mail server asks to try again later.");
		return resultOf(outcome);
	},
	outcome: ({ reason }) => reason,
	summary: ({ done, failed, outcomes }) => ({ done, failed, ...byStatus(outcomes) }),
	async onEnd(ctx, ownerId, batch) {
		const { id } = batch;
		runs.delete(id);
		await returnUncheckedRows(ctx, ownerId, batch);
		await enqueueWebhook(ctx, ownerId, id);
		await emitCompleted(ctx, ownerId, { id });
	},
};

function resultOf({ verdict }: Outcome): RowVerdict {
	const {
		email,
		status,
		reason,
		score,
		domain,
		mxRecord: mx,
		spfValid: spf,
		dkimValid: dkim,
		suggestion,
		flags,
	} = verdict;
	return { email, status, reason, score, domain, mx, spf, dkim, suggestion, flags, at: verdict.checkedAt };
}
