import type { Database } from "../../db/database.ts";
import type { ChangePage } from "../provider/provider.ts";
import { withRetry } from "../provider/retry.ts";
import type { Attempt } from "./attempt.ts";
import { knownIds, type PreparedPage, preparePage } from "./prepare.ts";

/** Maximum number of messages per page; providers limit pages by bytes as well. */
const PAGE_LIMIT = 500;
/** The first page of a mailbox is small, about two screens, because the user waits for it. */
const FIRST_PAGE_LIMIT = 100;

/** Lists and parses the next page while the current one is stored; pages keep their order. */
export async function* readAhead(attempt: Attempt, from: string | null): AsyncGenerator<PreparedPage, undefined> {
	let under: Promise<unknown> = Promise.resolve();
	let upcoming = quiet(listPage(attempt, from));
	try {
		for (;;) {
			const { page, prepared } = await upcoming;
			const following = page.more ? quiet(listPage(attempt, page.cursor)) : null;
			under = Promise.allSettled([prepared, following]);
			yield await prepared;
			if (following === null) return;
			upcoming = following;
		}
	} finally {
		await under;
	}
}

async function listPage(
	attempt: Attempt,
	at: string | null,
): Promise<{ page: ChangePage; prepared: Promise<PreparedPage> }> {
	const { ctx, ownerId, accountId, localArchive, retryPolicy } = attempt;
	const { signal } = retryPolicy;
	const limit = at === null ? FIRST_PAGE_LIMIT : PAGE_LIMIT;
	const known = (ids: string[]): Promise<Set<string>> => knownIds(ctx, ownerId, accountId, ids);
	const options = { limit, signal, known, ...(localArchive !== null && { archived: localArchive.inThreads }) };
	const { page, listedAt } = await withRetry(retryPolicy, async () => {
		const session = await attempt.session();
		const startedAt = await databaseTime(ctx.database);
		return { page: await session.reader.listChanges(at, options), listedAt: startedAt };
	});
	return { page, prepared: quiet(preparePage(attempt, page, listedAt)) };
}

/** Changes are recorded with the database's clock, by whichever process pushes them. */
export async function databaseTime(database: Database): Promise<Date> {
	const row = await database.one<{ now: Date }>("select clock_timestamp() as now", []);
	if (row === undefined) throw new Error("The database returned no time");
	return row.now;
}

/** Prevents an unhandled rejection; the error surfaces when the promise is awaited. */
function quiet<T>(promise: Promise<T>): Promise<T> {
	promise.catch(() => undefined);
	return promise;
}
