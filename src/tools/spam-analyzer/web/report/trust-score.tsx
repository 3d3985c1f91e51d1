import { useState } from "react";
import { isDistrusted } from "#shared/mail/trust.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import type { Report } from "../../contract.ts";
import { CAPS, riskOf } from "../../scoring.ts";
import { riskTones } from "../base/labels.ts";
import { ScoringDialog } from "../base/scoring-dialog.tsx";
import { t } from "../base/text.ts";

const colors = { green: "text-accent", amber: "text-amber", red: "text-red" };

/** The trust score with its risk level. */
export function TrustScore({ report: { trust, domain, message } }: { report: Report }) {
	const [isOpen, setOpen] = useState(false);
	const { score, checkedWeight, cappedBy } = trust;
	const level = score === null ? null : riskOf(score);
	const tone = level === null ? null : riskTones[level];
	const cap = cappedBy === null ? undefined : CAPS[cappedBy];
	return (
		<section aria-label={t.result.trustScore} className="min-w-0">
			<div className="flex items-baseline justify-between gap-3">
				<h2 className="text-14 font-semibold">{t.result.trustScore}</h2>
				<Button size="small" variant="ghost" onClick={() => setOpen(true)}>
					{t.scoring.open}
				</Button>
			</div>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-3">
				<span
					className={`font-display leading-tight tabular-nums ${score === null ? "text-28" : "text-44"} ${tone ? colors[tone] : ""}`}
				>
					{score === null ? t.result.noScore : t.result.outOf(score)}
				</span>
				{level !== null && tone !== null && <Badge tone={tone}>{t.result.levels[level]}</Badge>}
			</div>
			{score !== null && tone !== null && (
				<Progress label={t.result.trustScore} showLabel={false} done={score} total={100} tone={tone} />
			)}
			<p className="pt-3 font-mono text-14 break-all">{domain}</p>
			<p className="pt-1 text-13 text-ink-2">
				{score === null ? t.result.noScoreDetail : t.result.coverage(checkedWeight)}
				{isDistrusted(message?.verdict ?? null) && ` ${t.verdict.limited}`}
				{cappedBy !== null && cap !== undefined && ` ${t.result.capped(t.checks.names[cappedBy], cap)}`}
			</p>
			<ScoringDialog open={isOpen} onClose={() => setOpen(false)} />
		</section>
	);
}
