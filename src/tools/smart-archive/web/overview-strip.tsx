import type { ReactNode } from "react";
import { formatBytes, formatNumber, formatPercent, formatQuota, formatUsed } from "#web/lib/base/format.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { cx } from "#web/ui/base/cx.ts";
import { Defined } from "#web/ui/base/defined.tsx";
import type { Analysis } from "../contract.ts";
import { searchOfCard } from "../searches.ts";
import type { Usage } from "../usage.ts";
import { figureOf } from "./base/labels.ts";
import { t } from "./base/text.ts";

const tones: Record<Usage["level"], "green" | "amber" | "red"> = { green: "green", orange: "amber", red: "red" };
const texts = { green: "text-accent", amber: "text-amber", red: "text-red" };
const fills = { green: "bg-accent", amber: "bg-amber", red: "bg-red" };

/** Storage usage of the mailbox, in one line above the tabs. */
export function OverviewStrip({ analysis, account }: { analysis: Analysis; account: string | undefined }) {
	const { usage, reclaimableBytes, oldPromotionsCount, largeAttachmentsCount, isClassifying } = analysis;
	const tone = tones[usage.level];
	const hasQuota = usage.quotaBytes > 0;
	const percent = formatPercent(usage.percent);
	const reclaimable = figureOf(reclaimableBytes);
	const counted = (type: "old_promotions" | "large_attachments", count: number) => (
		<MailLink search={count === 0 ? null : searchOfCard(type)} account={account}>
			{formatNumber(count)}
		</MailLink>
	);
	return (
		<section
			aria-labelledby="storage-overview"
			className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-1 border-b border-line bg-surface px-4 py-2 lg:px-6"
		>
			<div className="flex min-w-0 flex-wrap items-center gap-x-3">
				<h2 id="storage-overview" className="text-14 font-semibold">
					{t.overview.storageOverview}
				</h2>
				{usage.warning && (
					<span title={t.overview.percentUsed(percent)}>
						<Badge tone={tone === "red" ? "red" : "amber"}>{t.overview.storageWarning}</Badge>
					</span>
				)}
				{hasQuota && (
					<>
						<span className={cx("font-display text-20 tabular-nums", texts[tone])}>{percent}</span>
						<span
							aria-hidden="true"
							className="h-2 w-24 overflow-hidden rounded-full bg-[var(--chart-track)] max-sm:hidden"
						>
							<span className={cx("block h-full", fills[tone])} style={{ width: `${usage.percent}%` }} />
						</span>
					</>
				)}
				<span className="text-13 text-ink-2 tabular-nums">
					{t.overview.used(
						hasQuota ? formatUsed(usage.quotaUsedBytes, usage.quotaBytes) : formatBytes(usage.usedBytes),
					)}
				</span>
			</div>
			<p className="text-13 leading-4 xl:min-w-0 xl:flex-1 xl:basis-56">
				{hasQuota && t.overview.totalQuota(formatQuota(usage.quotaBytes))}
				<span className="block text-12 text-balance text-ink-3 max-sm:hidden">{basisOf(usage)}</span>
			</p>
			<dl aria-label={t.overview.spaceFree} className="flex flex-wrap gap-x-6 sm:max-xl:ml-auto">
				<Fact label={t.overview.reclaimable}>
					{reclaimable.value} {reclaimable.note}
				</Fact>
				<Fact label={t.overview.oldPromotions}>
					<Defined figure="oldPromotionsAnywhere">{counted("old_promotions", oldPromotionsCount)}</Defined>
				</Fact>
				<Fact label={t.overview.largeAttachments}>{counted("large_attachments", largeAttachmentsCount)}</Fact>
			</dl>
			{isClassifying && <p className="w-full text-12 text-ink-3">{t.overview.stillCategorizing}</p>}
		</section>
	);
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="flex items-baseline gap-1.5">
			<dt className="text-12 text-ink-3">{label}</dt>
			<dd className="text-14 font-semibold tabular-nums">{children}</dd>
		</div>
	);
}

function basisOf({ basis, quotaBytes }: Usage): string {
	if (quotaBytes === 0) return t.overview.noQuotaNote;
	return basis === "measured" ? t.overview.measuredNote : t.overview.estimatedNote;
}
