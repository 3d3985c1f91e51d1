import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listsKey, type Subscription, unsubscriber } from "../base/api.ts";

/** Lists per request. */
const CHUNK = 20;

/**
 * Checks the unsubscribe methods of lists: signatures are verified with their keys, so that one click is offered only where it works.
 * @returns the lists with verified methods; those that could not be checked don't offer one click
 */
export async function checkLists(
	lists: readonly Subscription[],
	options: { onProgress?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<Subscription[]> {
	const { onProgress, signal } = options;
	const checked: Subscription[] = [];
	for (let at = 0; at < lists.length; at += CHUNK) {
		const some = lists.slice(at, at + CHUNK);
		const body = { subscriptions: some.map(({ id }) => id) };
		const { items } = await unsubscriber.checkSubscriptions({ body }, { signal });
		const found = new Map(items.map(({ subscription, ...unsubscribe }) => [subscription, unsubscribe]));
		checked.push(...some.map((list) => ({ ...list, unsubscribe: found.get(list.id) ?? list.unsubscribe })));
		onProgress?.(checked.length);
	}
	return checked;
}

interface Checked {
	/** Those that were asked for. */
	of: readonly Subscription[];
	/** Null while they are checked. */
	lists: readonly Subscription[] | null;
	done: number;
	error: Error | null;
}

/** The same while a dialog is open. @param lists null: closed; read when the array changes */
export function useChecked(lists: readonly Subscription[] | null): Checked {
	const client = useQueryClient();
	const [checked, setChecked] = useState<Checked>({ of: [], lists: null, done: 0, error: null });
	useEffect(() => {
		if (lists === null) return;
		const controller = new AbortController();
		const update = (change: Partial<Checked>) =>
			!controller.signal.aborted && setChecked((now) => ({ ...now, ...change }));
		update({ of: lists, lists: null, done: 0, error: null });
		checkLists(lists, { onProgress: (done) => update({ done }), signal: controller.signal })
			.then((found) => {
				update({ lists: found });
				// SubscriptionBadges say what was found.
				if (found.some((list, at) => list.unsubscribe.method !== lists[at]?.unsubscribe.method))
					void client.invalidateQueries({ queryKey: listsKey });
			})
			.catch((error: Error) => update({ error }));
		return () => controller.abort();
	}, [lists, client]);
	return checked;
}
