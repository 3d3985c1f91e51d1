import { type ReactNode, useState } from "react";
import { formatNumber } from "#web/lib/base/format.ts";
import { Card } from "#web/ui/page/card.tsx";
import { StatStrip } from "#web/ui/page/stat-strip.tsx";
import type { DetailedVerdict, Verdict } from "../../contract.ts";
import type { Status } from "../../reasons.ts";
import { t } from "../base/text.ts";
import { ResultDetails } from "./result-details.tsx";
import { ResultRow } from "./result-row.tsx";

/** An address with its verdict. */
export interface ShownResult {
	key: string;
	email: string;
	verdict: Verdict | DetailedVerdict | null;
	error: string | null;
	duplicateOf: number | null;
}

interface ResultsCardProps {
	title: string;
	note?: string;
	actions?: ReactNode;
	counts: Record<Status, number>;
	/** The first ones. */
	results: readonly ShownResult[];
	/** Results in all. */
	total: number;
	/** In place of the list while it is empty. */
	empty: string;
}

/** Rows that are listed; the export has all. */
export const LISTED = 50;

/** Counters, and the first results. */
export function ResultsCard({ title, note, actions, counts, results, total, empty }: ResultsCardProps) {
	const [opened, setOpened] = useState<ShownResult | null>(null);
	const shown = results.slice(0, LISTED);
	return (
		<div className="flex min-w-0 flex-col gap-4">
			<StatStrip
				label={t.results.summary}
				stats={[
					{ label: t.results.valid, value: formatNumber(counts.valid), tone: "green" },
					{ label: t.results.invalid, value: formatNumber(counts.invalid), tone: counts.invalid > 0 ? "red" : "plain" },
					{ label: t.results.risky, value: formatNumber(counts.risky), tone: counts.risky > 0 ? "amber" : "plain" },
					{ label: t.results.unknown, value: formatNumber(counts.unknown) },
					{
						label: t.results.total,
						value: formatNumber(counts.valid + counts.invalid + counts.risky + counts.unknown),
					},
				]}
			/>
			<Card title={title} note={note} actions={actions} flush>
				{shown.length === 0 ? (
					<p className="px-4 py-6 text-center text-13 text-ink-3">{empty}</p>
				) : (
					<section
						aria-label={t.results.list}
						// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
						tabIndex={0}
						className="max-h-96 overflow-y-auto"
					>
						<ul className="divide-y divide-line">
							{shown.map((result) => (
								<ResultRow {...result} key={result.key} onOpen={() => setOpened(result)} />
							))}
						</ul>
						{total > shown.length && (
							<p className="border-t border-line px-4 py-2.5 text-center text-13 text-ink-3">
								{t.results.more(total - shown.length)}
							</p>
						)}
					</section>
				)}
			</Card>
			<ResultDetails verdict={opened?.verdict ?? null} email={opened?.email ?? ""} onClose={() => setOpened(null)} />
		</div>
	);
}
