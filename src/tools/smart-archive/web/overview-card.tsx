import { formatNumber, formatPercent, formatQuota, formatUsed } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { StatStrip } from "#web/ui/stat-strip.tsx";
import type { Analysis, Usage } from "../contract.ts";
import { figureOf } from "./labels.ts";
import { t } from "./text.ts";

const tones: Record<Usage["level"], "green" | "amber" | "red"> = { green: "green", orange: "amber", red: "red" };
const colours = { green: "text-accent", amber: "text-amber", red: "text-red" };

/** Storage usage of the mailbox. */
export function OverviewCard({ analysis }: { analysis: Analysis }) {
	const { usage, analyzedAt, reclaimableBytes, oldPromotionsCount, largeAttachmentsCount, isClassifying } = analysis;
	const tone = tones[usage.level];
	const percent = formatPercent(usage.percent);
	const used = t.overview.used(formatUsed(usage.usedBytes, usage.quotaBytes));
	return (
		<div className="flex flex-col gap-3">
			<Card title={t.overview.storageOverview} note={analyzedAt === null ? undefined : t.overview.analyzed(analyzedAt)}>
				<div className="flex flex-col gap-4">
					{usage.warning && (
						<Notice tone={tone === "red" ? "red" : "amber"}>
							<strong>{t.overview.storageWarning}</strong> {t.overview.percentUsed(percent)}
						</Notice>
					)}
					<div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
						<p>
							<span className={`font-display text-44 tabular-nums ${colours[tone]}`}>{percent}</span>{" "}
							<span className="ml-1 text-14 text-ink-2">{used}</span>
						</p>
						<p className="text-14 sm:text-right">
							<span className="block font-medium">{t.overview.totalQuota(formatQuota(usage.quotaBytes))}</span>
							<span className="block text-12 text-ink-3">{basisOf(usage)}</span>
						</p>
					</div>
					<Progress label={t.overview.storageUsed} showLabel={false} done={usage.percent} total={100} tone={tone} />
					{isClassifying && <p className="text-12 text-ink-3">{t.overview.stillCategorizing}</p>}
				</div>
			</Card>
			<StatStrip
				label={t.overview.spaceFree}
				stats={[
					{ label: t.overview.reclaimable, ...figureOf(reclaimableBytes) },
					{ label: t.overview.oldPromotions, value: formatNumber(oldPromotionsCount) },
					{ label: t.overview.largeAttachments, value: formatNumber(largeAttachmentsCount) },
				]}
			/>
		</div>
	);
}

function basisOf({ basis }: Usage): string {
	return basis === "measured" ? t.overview.measuredNote : t.overview.estimatedNote;
}
