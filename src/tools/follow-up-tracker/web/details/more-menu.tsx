import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Copy, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Campaign } from "../../contract.ts";
import { isInProgress } from "../../states.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";
import { useCreateCampaign } from "../base/use-create-campaign.ts";
import { useDeleteCampaign } from "../base/use-delete-campaign.ts";
import { RenameDialog } from "./rename-dialog.tsx";

/** Rename, duplicate, archive, delete. */
export function MoreMenu({ campaign }: { campaign: Campaign }) {
	const { id, name, state, plan, archivedAt } = campaign;
	const [isRenaming, setRenaming] = useState(false);
	const create = useCreateCampaign();
	const archive = useArchive(id);
	const remove = useDeleteCampaign(id);
	const isBusy = isInProgress(state);
	return (
		<>
			<Menu
				align="end"
				trigger={<IconButton icon={Ellipsis} label={t.manage.more} tooltip={false} />}
				entries={[
					{ label: t.manage.renameEntry, icon: Pencil, onSelect: () => setRenaming(true) },
					{
						...{ label: t.manage.duplicate, icon: Copy },
						// The date of its start is over, and the copy is for other people.
						onSelect: () => create.mutate({ part: { ...plan, name: t.manage.copyOf(name), startsAt: null } }),
					},
					archivedAt === null
						? { label: t.manage.archive, icon: Archive, disabled: isBusy, onSelect: () => archive.mutate(true) }
						: { label: t.manage.unarchive, icon: ArchiveRestore, onSelect: () => archive.mutate(false) },
					{ type: "separator" },
					{
						...{ label: t.details.deleteCampaign, icon: Trash2, danger: true },
						...{ disabled: state === "active" || state === "scheduled", onSelect: () => void remove.ask() },
					},
				]}
			/>
			{isRenaming && <RenameDialog campaign={campaign} onClose={() => setRenaming(false)} />}
		</>
	);
}

function useArchive(id: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (archived: boolean) => campaigns.archiveCampaign({ params: { id }, body: { archived } }),
		onSuccess: (changed) => {
			client.setQueryData(campaignKeys.one(id), changed);
			toast({ title: changed.archivedAt === null ? t.manage.unarchived : t.manage.archived });
		},
		onError: (error) => toast({ title: t.details.couldntChange, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
	});
}
