import type { QueryClient } from "@tanstack/react-query";
import { askBeforeLeaving } from "./before-leaving.ts";

const last = new WeakMap<QueryClient, Promise<unknown>>();

interface OrderOptions {
	/** No one would miss it: the page closes without asking. */
	quiet?: boolean;
}

/**
 * Sends requests that change mail one at a time, in the order of the calls. A plan skips emails that change before it is
 * applied: an email that is opened, and so marked as read, and archived at once would stay in the inbox. An undo follows
 * the change that it undoes, and whatever is done to the same emails next follows the undo. A page that closes meanwhile
 * would lose what it shows as done, so the browser asks.
 */
export function inOrder<T>(client: QueryClient, request: () => Promise<T>, options: OrderOptions = {}): Promise<T> {
	const stopAsking = options.quiet === true ? undefined : askBeforeLeaving();
	const result = (last.get(client) ?? Promise.resolve()).then(request, request).finally(stopAsking);
	last.set(client, result);
	return result;
}
