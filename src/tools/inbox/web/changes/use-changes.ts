import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";
import { type Changes, createChanges } from "./changes.ts";

export const ChangesContext = createContext<Changes | null>(null);

/** Creates the instance that a page provides to its components. */
export function useNewChanges(): Changes {
	const client = useQueryClient();
	return useMemo(() => createChanges(client), [client]);
}

export function useChanges(): Changes {
	const changes = use(ChangesContext);
	if (!changes) throw new Error("useChanges needs a ChangesContext above it");
	return changes;
}
