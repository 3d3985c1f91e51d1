import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Save, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useAskBeforeLeaving } from "#web/lib/leaving/use-ask-before-leaving.ts";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import type { Campaign } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";
import { useOpenCampaign } from "../base/use-navigation.ts";
import { MessagesStep, type PlanChange } from "./messages-step.tsx";
import { SendingStep } from "./sending-step.tsx";

const tabs = [
	{ value: "messages", label: t.steps.messages },
	{ value: "sending", label: t.steps.sending },
] as const;

/** A campaign in progress. Nothing that is half written is sent: it is saved as a whole, by a button. */
export function ChangeInProgress({ campaign }: { campaign: Campaign }) {
	const { id, stepCounts, fields } = campaign;
	const client = useQueryClient();
	const open = useOpenCampaign();
	const [tab, setTab] = useState<(typeof tabs)[number]["value"]>("messages");
	const [plan, setPlan] = useState(campaign.plan);
	const change = (part: PlanChange) =>
		setPlan((now) => ({ ...now, ...(typeof part === "function" ? part(now) : part) }));
	const save = useMutation({
		mutationFn: () => campaigns.changeCampaign({ params: { id }, body: plan }),
		onSuccess: async (changed) => {
			client.setQueryData(campaignKeys.one(id), changed);
			toast({ title: t.change.saved });
			await client.invalidateQueries({ queryKey: campaignKeys.all });
		},
	});
	useAskBeforeLeaving(!save.isSuccess && JSON.stringify(plan) !== JSON.stringify(campaign.plan));
	useEffect(() => {
		if (save.isSuccess) open(id);
	}, [save.isSuccess, open, id]);
	return (
		<Workbench
			title={plan.name}
			actions={
				<>
					<WorkbenchAction icon={X} onClick={() => open(id)}>
						{t.change.cancel}
					</WorkbenchAction>
					<WorkbenchAction icon={Save} variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
						{t.change.save}
					</WorkbenchAction>
				</>
			}
			notices={
				save.isError ? (
					<Notice tone="red">{save.error.message}</Notice>
				) : (
					<Notice>{t.change.effect(campaign.states.finished ?? 0)}</Notice>
				)
			}
		>
			<WorkbenchPane>
				<div className="flex w-full max-w-[880px] flex-col gap-5">
					<Tabs label={t.change.parts} tabs={tabs} value={tab} onChange={setTab} />
					{tab === "messages" ? (
						<MessagesStep plan={plan} fields={fields} onChange={change} sent={stepCounts.map(({ sent }) => sent)} />
					) : (
						<SendingStep plan={plan} fields={fields} onChange={change} isLaunched />
					)}
				</div>
			</WorkbenchPane>
		</Workbench>
	);
}
