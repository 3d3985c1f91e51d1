import type { QueryClient } from "@tanstack/react-query";

const last = new WeakMap<QueryClient, Promise<unknown>>();

/**
 * Sends requests that change mail one at a time, in the order of the calls. A plan skips emails that change before it is
 * applied: an email that is opened, and so marked as read, and archived at once would stay in the inbox. An undo follows
 * the change that it undoes, and whatever is done to the same emails next follows the undo.
 */
export function inOrder<T>(client: QueryClient, request: () => Promise<T>): Promise<T> {
	const result = (last.get(client) ?? Promise.resolve()).then(request, request);
	last.set(client, result);
	return result;
}
