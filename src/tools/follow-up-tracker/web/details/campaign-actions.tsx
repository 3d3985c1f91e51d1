import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Pause, Play, Square, Trash2 } from "lucide-react";
import { DownloadLink } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import type { Campaign } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";
import { useDeleteCampaign } from "../base/use-delete-campaign.ts";

/** Pause, resume, stop, export, delete. */
export function CampaignActions({ campaign: { id, state } }: { campaign: Campaign }) {
	const client = useQueryClient();
	const onError = (error: Error) =>
		toast({ title: t.details.couldntChange, description: error.message, tone: "destructive" });
	const change = useMutation({
		mutationFn: (name: "pauseCampaign" | "resumeCampaign" | "stopCampaign") => campaigns[name]({ params: { id } }),
		onSuccess: (changed) => client.setQueryData(campaignKeys.one(id), changed),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
		onError,
	});
	const remove = useDeleteCampaign(id);
	const isSending = state === "active" || state === "scheduled";
	const stop = async () => {
		const [title, description] = [t.details.stopQuestion, t.details.stopWhy];
		if (await confirm({ title, description, confirm: t.details.stop, danger: true })) change.mutate("stopCampaign");
	};
	return (
		<>
			{isSending && (
				<WorkbenchAction icon={Pause} busy={change.isPending} onClick={() => change.mutate("pauseCampaign")}>
					{t.details.pause}
				</WorkbenchAction>
			)}
			{state === "paused" && (
				<WorkbenchAction
					icon={Play}
					variant="primary"
					busy={change.isPending}
					onClick={() => change.mutate("resumeCampaign")}
				>
					{t.details.resume}
				</WorkbenchAction>
			)}
			{(isSending || state === "paused") && (
				<WorkbenchAction icon={Square} disabled={change.isPending} onClick={() => void stop()}>
					{t.details.stop}
				</WorkbenchAction>
			)}
			<DownloadLink icon={Download} href={`/api/v1/campaigns/${id}/export`} download>
				{t.details.export}
			</DownloadLink>
			{!isSending && (
				<WorkbenchAction icon={Trash2} busy={remove.isPending} onClick={() => void remove.ask()}>
					{t.details.deleteCampaign}
				</WorkbenchAction>
			)}
		</>
	);
}
