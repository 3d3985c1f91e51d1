import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Rocket, RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { useJobAction } from "#web/lib/jobs/job-action.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Section } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Campaign } from "../../contract.ts";
import { exclusions } from "../../states.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";
import { ForecastSection } from "../forecast/forecast-section.tsx";
import { PreviewPane } from "./preview-pane.tsx";

/** What the check found, each recipient's messages, and the launch. */
export function ReviewStep({ campaign }: { campaign: Campaign }) {
	const { id, checkedAt, findings, states, warned } = campaign;
	const check = useCheck(campaign);
	const waiting = states.waiting ?? 0;
	const excluded = states.excluded ?? 0;
	const blockers = findings.filter(({ isBlocking }) => isBlocking);
	const hints = findings.filter(({ isBlocking }) => !isBlocking);
	if (checkedAt === null)
		return check.isRunning ? (
			<Progress label={t.review.checking} showLabel done={check.progress.done} total={check.progress.total} />
		) : (
			<div>
				<Button icon={RotateCw} onClick={() => void check.run()}>
					{t.review.checkAgain}
				</Button>
			</div>
		);
	return (
		<div className="flex flex-col gap-5">
			<div className="flex flex-col gap-2">
				{blockers.length > 0 && <h2 className="text-14 font-semibold">{t.review.blockers}</h2>}
				{blockers.map(({ code, message }) => (
					<Notice key={code + message} tone="red">
						{message}
					</Notice>
				))}
				{hints.map(({ code, message }) => (
					<Notice key={code + message} tone="amber">
						{message}
					</Notice>
				))}
			</div>
			<div className="flex flex-wrap items-start justify-between gap-4">
				<div className="flex flex-col gap-2">
					<p className="font-display text-20">{waiting === 0 ? t.review.nobody : t.review.willGet(waiting)}</p>
					{warned > 0 && <p className="text-13 text-ink-2">{t.review.warned(warned)}</p>}
					{excluded > 0 && <Exclusions campaign={campaign} />}
				</div>
				<div className="flex flex-wrap gap-2">
					<Button icon={RotateCw} busy={check.isRunning} onClick={() => void check.run()}>
						{t.review.checkAgain}
					</Button>
					<LaunchButton id={id} waiting={waiting} disabled={blockers.length > 0 || check.isRunning} />
				</div>
			</div>
			{waiting > 0 && <ForecastSection campaign={campaign} />}
			{waiting > 0 && <PreviewPane campaign={campaign} total={waiting} />}
		</div>
	);
}

function Exclusions({ campaign }: { campaign: Campaign }) {
	return (
		<Section title={t.review.excluded(campaign.states.excluded ?? 0)}>
			<ul className="flex flex-col gap-1 text-13 text-ink-2">
				{exclusions.map((reason) => {
					const count = campaign.exclusions[reason];
					return (
						count !== undefined && (
							<li key={reason} className="flex gap-2">
								<span className="w-8 text-right font-semibold tabular-nums">{count}</span>
								{t.review.exclusions[reason]}
							</li>
						)
					);
				})}
			</ul>
		</Section>
	);
}

/** Checks when the step is opened and something has changed since the last check. */
function useCheck({ id, checkedAt }: Campaign) {
	const check = useJobAction({
		start: async () => ({ jobs: [(await campaigns.checkCampaign({ params: { id } })).job] }),
		failed: t.review.couldntCheck,
		refresh: [campaignKeys.all],
	});
	const started = useRef(false);
	const { run } = check;
	useEffect(() => {
		if (checkedAt !== null || started.current) return;
		started.current = true;
		void run();
	}, [checkedAt, run]);
	return check;
}

function LaunchButton({ id, waiting, disabled }: { id: string; waiting: number; disabled: boolean }) {
	const client = useQueryClient();
	const launch = useMutation({
		mutationFn: () => campaigns.launchCampaign({ params: { id } }),
		onSuccess: (campaign) => {
			client.setQueryData(campaignKeys.one(id), campaign);
			toast({ title: t.review.launched });
		},
		onError: (error) => toast({ title: t.review.couldntLaunch, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
	});
	const ask = async () => {
		const title = t.review.launchQuestion(waiting);
		if (await confirm({ title, description: t.review.launchWhy, confirm: t.review.launchConfirm })) launch.mutate();
	};
	return (
		<Button variant="primary" icon={Rocket} busy={launch.isPending} disabled={disabled} onClick={() => void ask()}>
			{t.review.launch}
		</Button>
	);
}
