import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { settingsApi, settingsQuery } from "#web/lib/settings/settings-api.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../base/text.ts";
import { readSearches, type Searches, withRecent, withSaved } from "./searches.ts";

const none: Searches = { recent: [], saved: [] };

/** The user's recent and saved searches, and functions to change them. */
export function useSearches() {
	const client = useQueryClient();
	const { data = none } = useQuery({ ...settingsQuery, select: ({ settings }) => readSearches(settings.searches) });
	const { mutate } = useMutation({
		mutationFn: (change: Partial<Searches>) =>
			settingsApi.updateSettings({ params: { section: "searches" }, body: { ...change } }),
		onMutate: (change) => {
			const before = client.getQueryData(settingsQuery.queryKey);
			if (before) {
				const searches = { ...before.settings.searches, ...change };
				client.setQueryData(settingsQuery.queryKey, { ...before, settings: { ...before.settings, searches } });
			}
			return { before };
		},
		onError: (error, change, context) => {
			client.setQueryData(settingsQuery.queryKey, context?.before);
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
