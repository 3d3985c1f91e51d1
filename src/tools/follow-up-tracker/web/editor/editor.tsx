import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { List, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Stepper } from "#web/ui/form/stepper.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import type { Campaign, Plan } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { readSearchParams, type StepId } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import { useDeleteCampaign } from "../base/use-delete-campaign.ts";
import { useOpenCampaign } from "../base/use-navigation.ts";
import { MessagesStep, type PlanChange } from "./messages-step.tsx";
import { RecipientsStep } from "./recipients-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { SendingStep } from "./sending-step.tsx";

const steps = [
	{ id: "recipients", label: t.steps.recipients },
	{ id: "messages", label: t.steps.messages },
	{ id: "sending", label: t.steps.sending },
	{ id: "review", label: t.steps.review },
] as const;

/** A draft, step by step. Each step saves it. */
export function Editor({ campaign }: { campaign: Campaign }) {
	const open = useOpenCampaign();
	const { step = "recipients" } = readSearchParams(useSearch({ strict: false }));
	const [at, setAt] = useState<StepId>(step);
	const [plan, setPlan] = useState<Plan>(campaign.plan);
	const change = (part: PlanChange) =>
		setPlan((now) => ({ ...now, ...(typeof part === "function" ? part(now) : part) }));
	const isChanged = JSON.stringify(plan) !== JSON.stringify(campaign.plan);
	const save = useSave(campaign.id);
	const index = steps.findIndex(({ id }) => id === at);
	const go = async (to: StepId) => {
		if (isChanged) setPlan((await save.mutateAsync(plan)).plan);
		setAt(to);
	};
	const goTo = (to: StepId | undefined) => {
		// The mutation reports its own failure.
		if (to !== undefined) void go(to).catch(() => undefined);
	};
	const next = steps[index + 1];
	return (
		<Workbench
			title={plan.name}
			actions={
				<>
					<WorkbenchAction icon={List} onClick={() => void leave(isChanged, () => save.mutateAsync(plan), open)}>
						{t.page.back}
					</WorkbenchAction>
					<DeleteDraft id={campaign.id} />
				</>
			}
		>
			<WorkbenchPane>
				<div className="flex w-full max-w-[880px] flex-col gap-5">
					<Stepper label={t.steps.label} steps={steps} current={at} onStep={goTo} />
					{at === "recipients" && (
						<>
							<Field label={t.steps.name}>
								<Input value={plan.name} maxLength={120} onChange={(event) => change({ name: event.target.value })} />
							</Field>
							<RecipientsStep campaign={campaign} />
						</>
					)}
					{at === "messages" && <MessagesStep plan={plan} fields={campaign.fields} onChange={change} />}
					{at === "sending" && <SendingStep plan={plan} fields={campaign.fields} onChange={change} />}
					{at === "review" && <ReviewStep campaign={campaign} />}
					<div className="flex justify-between gap-2 border-t border-line pt-4">
						<span>{index > 0 && <Button onClick={() => goTo(steps[index - 1]?.id)}>{t.steps.back}</Button>}</span>
						{next !== undefined && (
							<Button
								variant="primary"
								busy={save.isPending}
								disabled={plan.name.trim() === "" || (at === "recipients" && campaign.recipientCount === 0)}
								onClick={() => goTo(next.id)}
							>
								{t.steps.continue}
							</Button>
						)}
					</div>
					{at === "recipients" && campaign.recipientCount === 0 && (
						<p className="text-right text-12 text-ink-3">{t.recipients.none}</p>
					)}
				</div>
			</WorkbenchPane>
		</Workbench>
	);
}

/** Saves what was changed before the list is shown. */
async function leave(isChanged: boolean, save: () => Promise<unknown>, open: (id: null) => void): Promise<void> {
	// The mutation reports its own failure, and the draft stays open.
	const isSaved =
		!isChanged ||
		(await save().then(
			() => true,
			() => false,
		));
	if (isSaved) open(null);
}

function useSave(id: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (plan: Plan) => campaigns.updateCampaign({ params: { id }, body: plan }),
		onSuccess: (saved) => client.setQueryData(campaignKeys.one(id), saved),
		onError: (error) => toast({ title: t.steps.couldntSave, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.list }),
	});
}

function DeleteDraft({ id }: { id: string }) {
	const { isPending, ask } = useDeleteCampaign(id);
	return (
		<WorkbenchAction icon={Trash2} busy={isPending} onClick={() => void ask()}>
			{t.steps.deleteDraft}
		</WorkbenchAction>
	);
}
