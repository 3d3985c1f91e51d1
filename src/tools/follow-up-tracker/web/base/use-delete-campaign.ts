import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { campaignKeys, campaigns } from "./api.ts";
import { t } from "./text.ts";
import { useOpenCampaign } from "./use-navigation.ts";

/** Deletes a campaign after a question, and shows the list. */
export function useDeleteCampaign(id: string): { isPending: boolean; ask: () => Promise<void> } {
	const client = useQueryClient();
	const open = useOpenCampaign();
	const remove = useMutation({
		mutationFn: () => campaigns.deleteCampaign({ params: { id } }),
		onSuccess: async () => {
			await client.invalidateQueries({ queryKey: campaignKeys.list });
			open(null);
			toast({ title: t.details.deleted });
		},
		onError: (error) => toast({ title: t.details.couldntChange, description: error.message, tone: "destructive" }),
	});
	return {
		isPending: remove.isPending,
		async ask() {
			const [title, description] = [t.details.deleteQuestion, t.details.deleteWhy];
			if (await confirm({ title, description, confirm: t.details.deleteCampaign, danger: true })) remove.mutate();
		},
	};
}
