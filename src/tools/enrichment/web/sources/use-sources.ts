import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast.ts";
import { type PublicSourceId, publicSourceIds } from "../../fields.ts";
import { enrichmentKeys, settings } from "../api.ts";
import { t } from "../text.ts";

/** The public sources that the user turned on. */
export function useSources() {
	return useQuery({
		queryKey: enrichmentKeys.sources,
		queryFn: async ({ signal }): Promise<PublicSourceId[]> => {
			const { settings: sections } = await settings.getSettings({}, { signal });
			const { publicSources } = sections.enrichment ?? {};
			return publicSourceIds.filter((id) => Array.isArray(publicSources) && publicSources.includes(id));
		},
	});
}

/** Turns public sources on and off. */
export function useChangeSources() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (publicSources: PublicSourceId[]) =>
			settings.updateSettings({ params: { section: "enrichment" }, body: { publicSources } }),
		onSuccess: (_, publicSources) => client.setQueryData(enrichmentKeys.sources, publicSources),
		onError: (error) => toast({ title: t.sources.couldntSave, description: error.message, tone: "destructive" }),
	});
}
