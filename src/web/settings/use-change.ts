import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast/toast.ts";
import { IdentityNotConfirmed, withIdentityConfirmed } from "./confirm-identity.tsx";

interface Change<V, T> {
	/** Makes the change. Called again after the user confirms their identity, if the server requires a fresh session. */
	make: (variables: V) => Promise<T>;
	/** The password, if the user has typed it for this change. */
	password?: (variables: V) => string | undefined;
	/** Title of the toast when it fails. */
	failed: string;
	/** Query keys to invalidate. */
	refresh?: readonly QueryKey[];
	done?: (result: T, variables: V) => void;
}

/** A mutation of the settings: reports errors in a toast and refreshes what it affects. */
export function useChange<V = void, T = unknown>({ make, password, failed, refresh = [], done }: Change<V, T>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (variables: V) => withIdentityConfirmed(() => make(variables), password?.(variables)),
		onSuccess: async (result, variables) => {
			done?.(result, variables);
			await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
		},
		onError: (error) => {
			if (!(error instanceof IdentityNotConfirmed))
				toast({ title: failed, description: error.message, tone: "destructive" });
		},
	});
}
