import { Check, Minus, X } from "lucide-react";
import { formatNumber } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import type { Verdict } from "../../contract.ts";
import { reasonText, statusOf } from "../../row-filter.ts";
import { t } from "../base/text.ts";
import { statusIcons, statusLabels, statusTones, toneText } from "./labels.ts";
import type { ShownResult } from "./results.ts";

interface ResultRowProps extends ShownResult {
	onOpen: () => void;
}

/** One address with its verdict; opens the details. */
export function ResultRow({ email, verdict, error, duplicateOf, reason, onOpen }: ResultRowProps) {
	const status = statusOf(reason);
	const Icon = statusIcons[status];
	const more = [
		reason === null ? (error ?? t.results.notChecked) : reasonText(reason),
		verdict && t.results.deliverable[verdict.deliverable],
		verdict && t.results.risk[verdict.risk],
		duplicateOf !== null && t.results.duplicate(duplicateOf),
	].filter(Boolean);
	return (
		<div className="relative flex items-center gap-3 border-b border-line px-4 py-2.5 hover:bg-sunken">
			<Icon aria-hidden="true" size={18} className={`shrink-0 ${toneText[status]}`} />
			<div className="min-w-0 flex-1">
				<div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5">
					{verdict === null ? (
						<span className="min-w-0 truncate font-mono text-13">{email}</span>
					) : (
						<button
							type="button"
							aria-label={t.results.details(email)}
							onClick={onOpen}
							// The whole row opens the details.
							className="max-w-full min-w-0 truncate text-left font-mono text-13 after:absolute after:inset-0"
						>
							{email}
						</button>
					)}
					{verdict && <Marks verdict={verdict} />}
				</div>
				<p className="text-12 text-ink-3">{more.join(" · ")}</p>
				{verdict?.suggestion && <p className="text-12 text-amber">{t.results.didYouMean(verdict.suggestion)}</p>}
			</div>
			{verdict && (
				<span title={t.results.score(verdict.score)} className="shrink-0 text-13 text-ink-2 tabular-nums">
					<span aria-hidden="true">{formatNumber(verdict.score)}</span>
					<span className="sr-only">{t.results.score(verdict.score)}</span>
				</span>
			)}
			<Badge tone={statusTones[status]}>{statusLabels[status].toUpperCase()}</Badge>
		</div>
	);
}

const marks = [
	["MX", "mxRecord"],
	["SPF", "spfValid"],
	["DKIM", "dkimValid"],
] as const;

function Marks({ verdict }: { verdict: Verdict }) {
	return (
		<span className="flex items-center gap-2 text-12 text-ink-2">
			{marks.map(([name, key]) => {
				const value = verdict[key];
				const Icon = value === null ? Minus : value ? Check : X;
				const tone = value === null ? "text-ink-3" : value ? "text-accent" : "text-red";
				return (
					<span key={name} title={t.results.mark(name, value)} className="inline-flex items-center gap-0.5">
						<span aria-hidden="true">{name}</span>
						<Icon aria-hidden="true" size={13} className={tone} />
						<span className="sr-only">{t.results.mark(name, value)}</span>
					</span>
				);
			})}
		</span>
	);
}
