import type { FigureId } from "#shared/figures/figures.ts";
import { formatNumber } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Defined } from "#web/ui/base/defined.tsx";
import { Button } from "#web/ui/button/button.tsx";
import type { CampaignSummary } from "../../contract.ts";
import { campaignTones } from "../base/labels.ts";
import { rate } from "../base/rate.ts";
import { t } from "../base/text.ts";
import { useOpenCampaign } from "../base/use-navigation.ts";

/** A campaign: name, badge, last sent, and counts with their share of those who were sent a message. */
export function CampaignRow({ campaign }: { campaign: CampaignSummary }) {
	const { id, name, state, lastSent, startsAt, recipientCount, includedCount, counts } = campaign;
	const open = useOpenCampaign();
	const isDraft = state === "draft";
	const when =
		lastSent !== null
			? t.list.lastSent(lastSent)
			: state === "scheduled" && startsAt !== null
				? t.list.startsAt(startsAt)
				: t.list.neverSent;
	return (
		<li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
			<div className="min-w-0 flex-1 basis-56">
				<p className="flex min-w-0 items-center gap-2">
					<span className="truncate text-14 font-semibold">{name}</span>
					<Badge tone={campaignTones[state]}>{t.list.states[state]}</Badge>
				</p>
				<p className="truncate text-12 text-ink-3">{[when, t.list.recipients(recipientCount)].join(" · ")}</p>
			</div>
			{!isDraft && (
				<dl className="flex gap-6 text-13 tabular-nums max-sm:w-full max-sm:justify-between max-sm:gap-2">
					<Count figure="campaignSent" label={t.list.sent} value={counts.sent} total={includedCount} />
					{counts.opened !== null && (
						<Count figure="campaignOpened" label={t.list.opened} value={counts.opened} total={counts.sent} />
					)}
					{counts.clicked !== null && (
						<Count figure="campaignClicked" label={t.list.clicked} value={counts.clicked} total={counts.sent} />
					)}
					<Count figure="campaignReplied" label={t.list.replied} value={counts.replied} total={counts.sent} />
				</dl>
			)}
			<Button
				size="small"
				aria-label={isDraft ? t.list.continueNamed(name) : t.list.viewNamed(name)}
				onClick={() => open(id)}
			>
				{isDraft ? t.list.continue : t.list.viewDetails}
			</Button>
		</li>
	);
}

interface CountProps {
	figure: FigureId;
	label: string;
	value: number;
	total: number;
}

function Count({ figure, label, value, total }: CountProps) {
	return (
		<div className="flex w-20 flex-col-reverse">
			<dt className="text-12 text-ink-3">{label}</dt>
			<dd>
				<Defined figure={figure}>
					<span className="font-semibold">{formatNumber(value)}</span>{" "}
					<span className="text-ink-3">{rate(value, total)}</span>
				</Defined>
			</dd>
		</div>
	);
}
