import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast/toast.ts";
import { type PaidSourceId, type PublicSourceId, paidSourceIds, publicSourceIds } from "../../fields.ts";
import { enrichmentKeys, settings } from "../base/api.ts";
import { t } from "../base/text.ts";

/** The sources that the user turned on. */
export interface ChosenSources {
	publicSources: PublicSourceId[];
	paidSources: PaidSourceId[];
}

/** The public and paid sources that the user turned on. */
export function useSources() {
	return useQuery({
		queryKey: enrichmentKeys.sources,
		queryFn: async ({ signal }): Promise<ChosenSources> => {
			const { settings: sections } = await settings.getSettings({}, { signal });
			const { publicSources, paidSources } = sections.enrichment ?? {};
			const isIn = (list: unknown, id: string) => Array.isArray(list) && list.includes(id);
			return {
				publicSources: publicSourceIds.filter((id) => isIn(publicSources, id)),
				paidSources: paidSourceIds.filter((id) => isIn(paidSources, id)),
			};
		},
	});
}

/** Turns sources on and off. */
export function useChangeSources() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (changed: Partial<ChosenSources>) =>
			settings.updateSettings({ params: { section: "enrichment" }, body: { ...changed } }),
		onSuccess: (_, changed) =>
			client.setQueryData<ChosenSources>(enrichmentKeys.sources, (known) => known && { ...known, ...changed }),
		onError: (error) => toast({ title: t.sources.couldntSave, description: error.message, tone: "destructive" }),
	});
}
