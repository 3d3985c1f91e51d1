import type { QueryClient } from "@tanstack/react-query";
import type { Pending } from "./pending.ts";

/** Stored next to the lists they apply to, so that both have the same lifetime. */
const queryKey = ["pending-changes"] as const;

export function pendingChanges(client: QueryClient): readonly Pending[] {
	return client.getQueryData<readonly Pending[]>(queryKey) ?? [];
}

let last = 0;

/** Registers a pending change. @returns a function that ends it */
export function addPending(client: QueryClient, change: Omit<Pending, "id">): () => void {
	const id = ++last;
	client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
	client.setQueryData<readonly Pending[]>(queryKey, (before = []) => [...before, { ...change, id }]);
	return () =>
		void client.setQueryData<readonly Pending[]>(queryKey, (before = []) => before.filter((other) => other.id !== id));
}
