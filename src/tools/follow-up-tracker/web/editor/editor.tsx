import { useSearch } from "@tanstack/react-router";
import { List, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Stepper } from "#web/ui/form/stepper.tsx";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import type { Campaign } from "../../contract.ts";
import { readSearchParams, type StepId } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import { useDeleteCampaign } from "../base/use-delete-campaign.ts";
import { useOpenCampaign } from "../base/use-navigation.ts";
import { MessagesStep } from "./messages-step.tsx";
import { RecipientsStep } from "./recipients-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { SendingStep } from "./sending-step.tsx";
import { useDraft } from "./use-draft.ts";

const steps = [
	{ id: "recipients", label: t.steps.recipients },
	{ id: "messages", label: t.steps.messages },
	{ id: "sending", label: t.steps.sending },
	{ id: "review", label: t.steps.review },
] as const;

/** A draft, step by step. It is saved while it is written. */
export function Editor({ campaign }: { campaign: Campaign }) {
	const open = useOpenCampaign();
	const { step = "recipients" } = readSearchParams(useSearch({ strict: false }));
	const [at, setAt] = useState<StepId>(step);
	const { plan, change, note, isSaving, save } = useDraft(campaign);
	const index = steps.findIndex(({ id }) => id === at);
	const go = async (to: StepId | undefined) => {
		if (to !== undefined && (await save())) setAt(to);
	};
	const leave = async () => {
		if (await save()) open(null);
	};
	const next = steps[index + 1];
	return (
		<Workbench
			title={plan.name}
			range={
				<p role="status" className="text-13 text-ink-3">
					{note}
				</p>
			}
			actions={
				<>
					<WorkbenchAction icon={List} onClick={() => void leave()}>
						{t.page.back}
					</WorkbenchAction>
					<DeleteDraft id={campaign.id} />
				</>
			}
		>
			<WorkbenchPane>
				<div className="flex w-full max-w-[880px] flex-col gap-5">
					<Stepper label={t.steps.label} steps={steps} current={at} onStep={(to) => void go(to)} />
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
						<span>{index > 0 && <Button onClick={() => void go(steps[index - 1]?.id)}>{t.steps.back}</Button>}</span>
						{next !== undefined && (
							<Button
								variant="primary"
								busy={isSaving}
								disabled={plan.name.trim() === "" || (at === "recipients" && campaign.recipientCount === 0)}
								onClick={() => void go(next.id)}
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

function DeleteDraft({ id }: { id: string }) {
	const { isPending, ask } = useDeleteCampaign(id);
	return (
		<WorkbenchAction icon={Trash2} busy={isPending} onClick={() => void ask()}>
			{t.steps.deleteDraft}
		</WorkbenchAction>
	);
}
