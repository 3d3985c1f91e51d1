import { capability } from "#kernel/capabilities.ts";
import type { MailContext } from "#kernel/module.ts";
import { activeArchiveFilters } from "#shared/capabilities/archive-filters.ts";
import { type Hold, readHolds } from "./store.ts";

/** How long to wait for the filters. */
const TIMEOUT_MS = 10_000;

/** By subscription id. Without lists whose filter the user has deleted, turned off or changed. */
export async function activeHolds(
	ctx: MailContext,
	ownerId: string,
	accountIds: readonly string[],
): Promise<Map<string, Hold>> {
	const holds = await readHolds(ctx.database, ownerId, accountIds);
	const filterIds = [...holds.values()].flatMap(({ filterId }) => filterId ?? []);
	if (filterIds.length === 0) return holds;
	const find = capability(ctx, activeArchiveFilters);
	const call = { ownerId, signal: AbortSignal.timeout(TIMEOUT_MS) };
	const active = new Set(find === null ? [] : (await find(call, { ids: filterIds })).ids);
	return new Map([...holds].filter(([, { filterId }]) => filterId === null || active.has(filterId)));
}
