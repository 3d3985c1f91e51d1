import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { RetryAfter, type RunningItem, type WorkKind } from "#kernel/work.ts";
import { enrich, normalizedEmail } from "../enrich.ts";
import { findEnrichment } from "../store.ts";
import { type ListInput, type ListItem, type ListResult, listInput, listItem, listResult } from "./item.ts";

/** Seconds until a source that limits requests is asked again. */
const BUSY_SECONDS = 300;
/** A source that still limits requests that long after a row's turn is reported as not searched. */
const BUSY_MS = 3 * 3_600_000;
/** People a second, where public sources are asked: GitHub allows ten searches a minute from one address. */
const PER_SECOND = 0.15;

/** Looks up the people of a list. A row that is repeated after a crash, or has the address of another, is not asked for twice. */
export const enrichWork: WorkKind<ListItem, ListResult, MailContext, ListInput> = {
	name: "enrich-contacts",
	unit: "people",
	item: listItem,
	result: listResult,
	input: listInput,
	concurrency: 4,
	processes: 1,
	attempts: 3,
	delivery: "at-least-once",
	key: ({ isPublic }) => (isPublic ? "public" : ""),
	limits: { perKey: { perSecond: PER_SECOND, concurrency: 1 }, sharedBy: "server" },
	run: lookUp,
	outcome: ({ found }) => (found ? "found" : "nothing"),
};

async function lookUp(
	ctx: MailContext,
	{ ownerId, item, input, position, signal }: RunningItem<ListItem, ListInput>,
): Promise<ListResult> {
	const email = normalizedEmail(item.email);
	const known = await findEnrichment(ctx.database, ownerId, email);
	if (known !== null && Date.parse(known.checkedAt) >= input.startedAt) return { found: known.found };
	const dueAt = input.startedAt + (position / PER_SECOND) * 1000;
	try {
		const { found } = await enrich(ctx, ownerId, {
			...{ email, isBackground: true, signal, sources: input.publicSources },
			failsWhenBusy: ctx.now() - dueAt < BUSY_MS,
		});
		return { found };
	} catch (cause) {
		if (cause instanceof AppError && cause.code === "source-busy") throw new RetryAfter(BUSY_SECONDS, cause.message);
		throw cause;
	}
}
