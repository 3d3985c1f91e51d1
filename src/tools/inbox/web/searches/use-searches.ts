import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import type * as settings from "#shared/contracts/settings.ts";
import { settingsContract } from "#shared/contracts/settings.ts?routes";
import { send } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.ts";
import { t } from "../text.ts";
import { readSearches, type Searches, withRecent, withSaved } from "./searches.ts";

const api = createClient<typeof settings.settingsContract>(settingsContract, send);
const queryKey = ["searches"] as const;
const none: Searches = { recent: [], saved: [] };

/** The user's recent and saved searches, and functions to change them. */
export function useSearches() {
	const client = useQueryClient();
	const { data = none } = useQuery({
		queryKey,
		queryFn: async ({ signal }) => readSearches((await api.getSettings({}, { signal })).settings.searches),
		staleTime: 5 * 60_000,
	});
	const { mutate } = useMutation({
		mutationFn: (change: Partial<Searches>) =>
			api.updateSettings({ params: { section: "searches" }, body: { ...change } }),
		onMutate: (change) => {
			const before = client.getQueryData<Searches>(queryKey);
			client.setQueryData<Searches>(queryKey, { ...(before ?? none), ...change });
			return { before };
		},
		onError: (error, change, context) => {
			client.setQueryData(queryKey, context?.before);
			// Users did not ask to store a recent search.
			if (change.saved !== undefined)
				toast({ title: t.searches.couldntSave, description: error.message, tone: "destructive" });
		},
	});
	return {
		...data,
		remember: (q: string) => mutate({ recent: withRecent(data.recent, q) }),
		clearRecent: () => mutate({ recent: [] }),
		toggleSaved: (q: string) => mutate({ saved: withSaved(data.saved, q) }),
	};
}
