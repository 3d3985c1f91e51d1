import { type Attempt, type Mode, type Subscription, unsubscriber } from "../base/api.ts";

interface RequestOptions {
	/** Id of the plan that trashes the emails of the lists. */
	plan?: string;
	deleteAnyway?: boolean;
}

/** Starts unsubscribing from lists. */
export function requestUnsubscribing(lists: readonly Subscription[], mode: Mode, more: RequestOptions = {}) {
	return unsubscriber.unsubscribe({
		body: {
			subscriptions: lists.map(({ id }) => id),
			mode,
			...more,
			// A single list is requested again regardless of earlier results.
			again: lists.length === 1 && lists[0]?.attempt !== null,
		},
	});
}

/** The last attempt to unsubscribe from a list. */
export async function latestAttempt({ id }: Subscription): Promise<Attempt | undefined> {
	const { items } = await unsubscriber.listAttempts({ query: { subscription: id, limit: 1 } });
	return items[0];
}
