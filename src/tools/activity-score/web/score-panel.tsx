import { useState } from "react";
import { formatNumber } from "#web/lib/base/format.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import type { ActivityScore } from "../contract.ts";
import { deductionOf, levelOf, type Metric, metrics, rules } from "../score.ts";
import { t } from "./text.ts";

const tones = { good: "green", medium: "amber", poor: "red" } as const;

/** The score with its bar and message, and its deductions. */
export function ScorePanel({ report }: { report: ActivityScore }) {
	const [isOpen, setOpen] = useState(false);
	const { score, before, current } = report;
	const values = {
		emailsPerDay: current.emailsPerDay,
		responseTime: current.response.median,
		replyRate: current.replyRate,
		openRate: current.openRate,
	};
	const deductions = metrics.flatMap((metric) => {
		const points = deductionOf(metric, values[metric]);
		return points === null || points === 0 ? [] : [{ metric, points }];
	});
	return (
		<Section
			title={t.score.label}
			actions={
				<Button size="small" variant="ghost" onClick={() => setOpen(true)}>
					{t.score.how}
				</Button>
			}
		>
			{score === null ? (
				<p className="text-14 text-ink-2">
					<span className="block font-display text-28">{t.score.tooLittle}</span>
					{t.score.tooLittleWhy}
				</p>
			) : (
				<>
					<div className="flex items-end gap-4 pb-3">
						<span className="font-display text-44 leading-none tabular-nums">{score}</span>
						<div className="min-w-0 flex-1">
							<p className="pb-2 text-13 text-ink-2">
								{t.score.of100}
								{before !== null && before.score !== null && ` · ${t.score.change(score - before.score)}`}
							</p>
							<Progress
								label={t.score.named(score)}
								showLabel={false}
								done={score}
								total={100}
								tone={tones[levelOf(score)]}
							/>
						</div>
					</div>
					<p className="text-14">{t.score.levels[levelOf(score)]}</p>
					<p className="text-13 text-ink-3 tabular-nums">
						{t.score.sum(
							deductions.map(({ metric, points }) => `${t.score.points(points)} ${t.metrics.names[metric]}`).join(" "),
							score,
						)}
					</p>
				</>
			)}
			<Rules open={isOpen} onClose={() => setOpen(false)} />
		</Section>
	);
}

function Rules({ open, onClose }: { open: boolean; onClose: () => void }) {
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t.score.how}
			description={t.score.rulesIntro}
			actions={<Button onClick={onClose}>{t.score.close}</Button>}
		>
			<ul className="text-14">
				{metrics.map((metric) => (
					<li key={metric} className="flex justify-between gap-4 border-t border-line py-2">
						<span>
							<span className="block font-semibold">{t.metrics.names[metric]}</span>
							<span className="block text-13 text-ink-2">{rulesOf(metric)}</span>
						</span>
						<span className="font-semibold text-amber tabular-nums">{t.score.points(rules[metric].points)}</span>
					</li>
				))}
			</ul>
		</Dialog>
	);
}

function rulesOf(metric: Metric): string {
	const { bands, direction } = rules[metric];
	const sign = direction === "above" ? t.score.above : t.score.under;
	const unit = (limit: number): string => {
		if (metric === "responseTime") return t.hours(limit);
		return metric === "emailsPerDay" ? formatNumber(limit) : `${limit}%`;
	};
	return bands
		.map(({ id, limit }) =>
			limit === undefined
				? t.score.otherwise(t.metrics.bands[id])
				: t.score.rule(t.metrics.bands[id], sign, unit(limit)),
		)
		.join(" · ");
}
