import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast/toast.ts";
import type { Contact } from "../../contract.ts";
import { contactsApi, contactsKey } from "../base/api.ts";
import { t } from "../base/text.ts";

interface Tagging {
	chosen: readonly Contact[];
	add: readonly string[];
	remove: readonly string[];
}

/** Adds tags to contacts and removes others; the toast offers to undo it. */
export function useTagging(onDone: () => void) {
	const client = useQueryClient();
	const refresh = () => client.invalidateQueries({ queryKey: contactsKey });
	const undo = useMutation({
		mutationFn: restore,
		onSuccess: async () => {
			toast({ title: t.tags.undone });
			await refresh();
		},
		onError: (error) => toast({ title: t.tags.couldntUndo, description: error.message, tone: "destructive" }),
	});
	return useMutation({
		mutationFn: ({ chosen, add, remove }: Tagging) =>
			contactsApi.tagContacts({ body: { ids: chosen.map(({ id }) => id), add: [...add], remove: [...remove] } }),
		onSuccess: async ({ changed }, tagging) => {
			onDone();
			toast(
				changed === 0
					? { title: t.tags.unchanged }
					: { title: t.tags.saved(changed), undo: () => undo.mutate(tagging) },
			);
			await refresh();
		},
	});
}

/** Gives each contact the tags that it had. */
async function restore({ chosen, add, remove }: Tagging): Promise<void> {
	for (const tag of add) {
		const ids = chosen.filter(({ tags }) => !tags.includes(tag)).map(({ id }) => id);
		if (ids.length > 0) await contactsApi.tagContacts({ body: { ids, remove: [tag] } });
	}
	for (const tag of remove) {
		const ids = chosen.filter(({ tags }) => tags.includes(tag)).map(({ id }) => id);
		if (ids.length > 0) await contactsApi.tagContacts({ body: { ids, add: [tag] } });
	}
}
