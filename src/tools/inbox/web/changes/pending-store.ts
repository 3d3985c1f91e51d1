import type { QueryClient } from "@tanstack/react-query";
import type { Pending } from "./pending.ts";

/** Kept beside the lists that they are laid over, so that both live and go together. */
const queryKey = ["pending-changes"] as const;

export function pendingChanges(client: QueryClient): readonly Pending[] {
	return client.getQueryData<readonly Pending[]>(queryKey) ?? [];
}

let last = 0;

/** Notes a change as under way. @returns how to end it */
export function addPending(client: QueryClient, change: Omit<Pending, "id">): () => void {
	const id = ++last;
	client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
	client.setQueryData<readonly Pending[]>(queryKey, (before = []) => [...before, { ...change, id }]);
	return () =>
		void client.setQueryData<readonly Pending[]>(queryKey, (before = []) => before.filter((other) => other.id !== id));
}
