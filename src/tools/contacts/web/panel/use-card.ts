import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast/toast.ts";
import type { Card } from "../../contract.ts";
import { contactsApi, contactsKey } from "../base/api.ts";
import { t } from "../base/text.ts";
import { rowsOf } from "./rows-of.ts";

/** Saves what the user entered about a contact. */
export function useSaveCard(id: string, onSaved: () => void) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (card: Card) => contactsApi.setContactCard({ params: { id }, body: card }),
		onSuccess: async () => {
			onSaved();
			toast({ title: t.edit.saved });
			await client.invalidateQueries({ queryKey: contactsKey });
		},
	});
}

/** Deletes what the user entered or imported; the toast offers to restore it. */
export function useRemoveCard() {
	const client = useQueryClient();
	const refresh = () => client.invalidateQueries({ queryKey: contactsKey });
	const failed = (error: Error) =>
		toast({ title: t.panel.couldntRemove, description: error.message, tone: "destructive" });
	return useMutation({
		mutationFn: (id: string) => contactsApi.deleteContactCard({ params: { id } }),
		onSuccess: async ({ cards }) => {
			const rows = rowsOf(cards);
			toast({
				title: t.panel.removed,
				...(rows.length > 0 && {
					undo: async () => void (await contactsApi.importContacts({ body: { rows } }).then(refresh, failed)),
				}),
			});
			await refresh();
		},
		onError: failed,
	});
}
