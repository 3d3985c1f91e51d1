import { PencilRuler } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { formatAgo, formatFullTime } from "#web/lib/base/format.ts";
import { Button } from "#web/ui/button/button.tsx";
import { StatStrip } from "#web/ui/page/stat-strip.tsx";
import type { Report } from "../../contract.ts";
import { cardsOf } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { WatchButton } from "../watch/watch-button.tsx";
import { CheckList } from "./check-list.tsx";
import { DomainInformation } from "./domain-information.tsx";
import { MessageSection } from "./message-section.tsx";
import { TrustScore } from "./trust-score.tsx";
import { Verdict } from "./verdict.tsx";

const RecordsDialog = lazy(async () => ({
	default: (await import("../records/records-dialog.tsx")).RecordsDialog,
}));

interface ReportViewProps {
	report: Report;
	onAgain?: () => void;
}

/** An analysis: scores, what is wrong and what to do, and every check with its evidence. */
export function ReportView({ report, onAgain }: ReportViewProps) {
	const { analysis, checks, message, analyzedAt, durationMs } = report;
	const [isEditing, setEditing] = useState(false);
	const seconds = (durationMs / 1_000).toFixed(1);
	return (
		<div className="flex min-w-0 flex-col gap-7">
			{message !== null && <Verdict message={message} />}
			<div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
				<TrustScore report={report} />
				<DomainInformation report={report} />
			</div>
			<StatStrip label={t.result.cards} stats={cardsOf(report)} />
			<div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
				<Sentences title={t.result.riskFactors} items={analysis.risk_factors} empty={t.result.noRiskFactors} />
				<Sentences
					title={t.result.recommendations}
					items={analysis.recommendations}
					empty={t.result.noRecommendations}
				/>
			</div>
			{message !== null && <MessageSection message={message} />}
			<CheckList checks={checks} />
			<div className="flex flex-wrap items-center justify-between gap-3 text-12 text-ink-3">
				<span title={formatFullTime(analyzedAt)}>{t.result.analyzedAt(formatAgo(analyzedAt), seconds)}</span>
				<span className="flex flex-wrap gap-2">
					<Button size="small" icon={PencilRuler} onClick={() => setEditing(true)}>
						{t.records.open}
					</Button>
					{onAgain && <WatchButton domain={report.domain} subject={report.subject} />}
					{onAgain && (
						<Button size="small" onClick={onAgain}>
							{t.result.again}
						</Button>
					)}
				</span>
			</div>
			<Suspense>{isEditing && <RecordsDialog report={report} open onClose={() => setEditing(false)} />}</Suspense>
		</div>
	);
}

function Sentences({ title, items, empty }: { title: string; items: readonly string[]; empty: string }) {
	return (
		<section aria-label={title} className="min-w-0">
			<h2 className="pb-2 text-14 font-semibold">{title}</h2>
			{items.length === 0 ? (
				<p className="border-t border-line py-2 text-14 text-ink-2">{empty}</p>
			) : (
				<ul className="divide-y divide-line border-y border-line text-14">
					{items.map((item) => (
						<li key={item} className="py-2 break-words">
							{item}
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
