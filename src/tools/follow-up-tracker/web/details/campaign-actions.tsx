import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Pause, Pencil, Play, Square } from "lucide-react";
import { DownloadLink } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import type { Campaign } from "../../contract.ts";
import { isInProgress } from "../../states.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";
import { useOpenCampaign } from "../base/use-navigation.ts";
import { MoreMenu } from "./more-menu.tsx";

/** Change, pause, resume, stop, export, and more. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
	const { id, state } = campaign;
	const open = useOpenCampaign();
	const client = useQueryClient();
	const onError = (error: Error) =>
		toast({ title: t.details.couldntChange, description: error.message, tone: "destructive" });
	const change = useMutation({
		mutationFn: (name: "pauseCampaign" | "resumeCampaign" | "stopCampaign") => campaigns[name]({ params: { id } }),
		onSuccess: (changed) => client.setQueryData(campaignKeys.one(id), changed),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
		onError,
	});
	const isSending = state === "active" || state === "scheduled";
	const stop = async () => {
		const [title, description] = [t.details.stopQuestion, t.details.stopWhy];
		if (await confirm({ title, description, confirm: t.details.stop, danger: true })) change.mutate("stopCampaign");
	};
	return (
		<>
			{isInProgress(state) && (
				<WorkbenchAction icon={Pencil} onClick={() => open(id, "messages")}>
					{t.change.edit}
				</WorkbenchAction>
			)}
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
			{isInProgress(state) && (
				<WorkbenchAction icon={Square} disabled={change.isPending} onClick={() => void stop()}>
					{t.details.stop}
				</WorkbenchAction>
			)}
			<DownloadLink icon={Download} href={`/api/v1/campaigns/${id}/export`} download>
				{t.details.export}
			</DownloadLink>
			<MoreMenu campaign={campaign} />
		</>
	);
}
