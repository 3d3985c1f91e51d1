import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast/toast.ts";
import type { PaidSourceId } from "../../fields.ts";
import { enrichmentApi, enrichmentKeys } from "../base/api.ts";
import { t } from "../base/text.ts";

/** The paid sources for which the user has stored an API key. */
export function useKeys() {
	return useQuery({
		queryKey: enrichmentKeys.apiKeys,
		queryFn: async ({ signal }) => (await enrichmentApi.listSourceKeys({}, { signal })).sources,
	});
}

/** Stores a key, or deletes it (null). */
export function useChangeKey() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async ({ source, key }: { source: PaidSourceId; key: string | null }) => {
			if (key === null) await enrichmentApi.deleteSourceKey({ query: { source } });
			else await enrichmentApi.setSourceKey({ body: { source, key } });
		},
		onSuccess: async () => {
			await client.invalidateQueries({ queryKey: enrichmentKeys.apiKeys });
			// A source without a key is off.
			await client.invalidateQueries({ queryKey: enrichmentKeys.sources });
		},
		onError: (error) => toast({ title: t.sources.couldntSave, description: error.message, tone: "destructive" }),
	});
}
