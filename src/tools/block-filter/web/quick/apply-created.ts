import { type Applied, appliedBy, planFilters } from "../apply/planned.ts";

/** Applies a filter to stored mail, and waits until it is done. Never rejects: the filter exists. */
export async function applyCreated(filterId: string): Promise<Applied> {
	try {
		const { items, error } = await planFilters({ ids: [filterId], apply: true });
		const applied = appliedBy(items, error);
		const refused = items.find(({ reason }) => reason !== null)?.reason;
		return { ...applied, problem: refused ?? applied.problem };
	} catch (error) {
		return { operations: [], mailboxes: [], changed: 0, problem: (error as Error).message };
	}
}
