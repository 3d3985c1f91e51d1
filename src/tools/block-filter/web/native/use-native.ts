import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { NativeMailbox, nativeContract } from "../../native-contract.ts";
import { nativeContract as routes } from "../../native-contract.ts?routes";
import { filterKeys } from "../base/api.ts";
import { t } from "../base/text.ts";

export type { NativeMailbox };

/** Routes of provider rules. */
export const native = createClient<typeof nativeContract>(routes, send);

const key = [...filterKeys.all, "native"];
const POLL_MS = 1_000;

export const nativeQuery = queryOptions({
	queryKey: key,
	queryFn: async ({ signal }) => (await native.listNative({}, { signal })).items,
	// Polls while syncing: no event is sent for it.
	refetchInterval: ({ state }) => (state.data?.some(({ state: now }) => now === "syncing") ? POLL_MS : false),
});

export type NativeAction = { kind: "on" | "off" | "check" } | { kind: "restore"; filters?: string[] };

/** Switches provider rules on and off, checks again, or restores changed rules. */
export function useNativeAction(accountId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (request: NativeAction) => {
			const params = { id: accountId };
			if (request.kind === "check") return native.checkNative({ params });
			if (request.kind === "restore") return native.restoreNative({ params, body: { filters: request.filters } });
			return native.setNative({ params, body: { isOn: request.kind === "on" } });
		},
		onError: (error) => toast({ title: t.native.couldntChange, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: key }),
	});
}
