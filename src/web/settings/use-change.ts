import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast.ts";
import { NotProved, withProof } from "./confirm-identity.tsx";

interface Change<V, T> {
	/** Makes it. Asked for a fresh session, the person proves who they are and it is made again. */
	make: (variables: V) => Promise<T>;
	/** The password, where the person has typed it for this. */
	password?: (variables: V) => string | undefined;
	/** Title of the toast when it fails. */
	failed: string;
	/** Queries that show what it changes. */
	refresh?: readonly QueryKey[];
	done?: (result: T, variables: V) => void;
}

/** A change of the settings: made, told when it fails, and shown everywhere. */
export function useChange<V = void, T = unknown>({ make, password, failed, refresh = [], done }: Change<V, T>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (variables: V) => withProof(() => make(variables), password?.(variables)),
		onSuccess: async (result, variables) => {
			done?.(result, variables);
			await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
		},
		onError: (error) => {
			if (!(error instanceof NotProved)) toast({ title: failed, description: error.message, tone: "destructive" });
		},
	});
}
