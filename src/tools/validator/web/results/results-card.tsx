import { type ReactNode, useCallback, useState } from "react";
import { formatNumber } from "#web/lib/base/format.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { StatStrip } from "#web/ui/page/stat-strip.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { VirtualList } from "#web/ui/table/virtual-list.tsx";
import type { RowFilter } from "../../row-filter.ts";
import { t } from "../base/text.ts";
import { ResultDetails } from "./result-details.tsx";
import { ResultRow } from "./result-row.tsx";
import { type Results, type ShownResult, statusCounts } from "./results.ts";
import { ResultsFilter } from "./results-filter.tsx";

interface ResultsCardProps extends Results {
	filter: RowFilter;
	onFilter: (filter: RowFilter) => void;
	/** The last loaded rows are near. */
	onEndNear?: (() => void) | undefined;
	/** Buttons that export valid rows, and those of the filter. */
	exports: ReactNode;
	onCheckMailboxes: () => void;
}

/** More scroll in their own frame, which renders those in view. */
const IN_PAGE = 12;
const ROW_HEIGHT = 60;

/** Counters, and all results: filtered by status and reason. */
export function ResultsCard(props: ResultsCardProps) {
	const { title, note, rows, total, empty, filter, onFilter, reasons } = props;
	const [opened, setOpened] = useState<ShownResult | null>(null);
	const counts = statusCounts(props);
	const { valid, invalid, risky, unknown } = counts;
	const hasAny = valid + invalid + risky + unknown + counts.left_out > 0;
	const unchecked = reasons["accepts-mail"] ?? 0;
	const isInFlow = total <= IN_PAGE;
	const rowKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
	return (
		<div className="flex min-w-0 flex-col gap-4">
			<StatStrip
				label={t.results.summary}
				stats={[
					{ label: t.results.valid, value: formatNumber(valid), tone: "green" },
					{ label: t.results.invalid, value: formatNumber(invalid), tone: invalid > 0 ? "red" : "plain" },
					{ label: t.results.risky, value: formatNumber(risky), tone: risky > 0 ? "amber" : "plain" },
					{ label: t.results.unknown, value: formatNumber(unknown) },
					...(counts.left_out > 0 ? [{ label: t.results.leftOut, value: formatNumber(counts.left_out) }] : []),
					{ label: t.results.total, value: formatNumber(valid + invalid + risky + unknown) },
				]}
			/>
			{unchecked > 0 && (
				<Notice
					action={
						<Button size="small" onClick={props.onCheckMailboxes}>
							{t.results.checkMailboxes}
						</Button>
					}
				>
					{t.results.mailboxes(unchecked)}
				</Notice>
			)}
			<Card title={title} note={note} flush>
				{hasAny && (
					<div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
						<ResultsFilter results={props} filter={filter} onFilter={onFilter} />
						<span className="flex flex-wrap items-center gap-1 sm:ml-auto">{props.exports}</span>
					</div>
				)}
				{rows.length === 0 ? (
					<p className="px-4 py-6 text-center text-13 text-ink-3">{hasAny ? t.results.none : empty}</p>
				) : (
					<div className={`flex ${isInFlow ? "" : "h-[calc(100dvh-11rem)] min-h-96"}`}>
						<VirtualList
							label={t.results.list}
							count={rows.length}
							total={total}
							rowHeight={ROW_HEIGHT}
							inFlow={isInFlow}
							rowKey={rowKey}
							onEndNear={props.onEndNear}
							row={(index) => {
								const result = rows[index];
								return result && <ResultRow {...result} onOpen={() => setOpened(result)} />;
							}}
						/>
					</div>
				)}
			</Card>
			<ResultDetails verdict={opened?.verdict ?? null} email={opened?.email ?? ""} onClose={() => setOpened(null)} />
		</div>
	);
}
