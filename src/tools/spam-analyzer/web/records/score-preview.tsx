import { ArrowRight } from "lucide-react";
import { Button } from "#web/ui/button/button.tsx";
import type { Check, Report, WhatIf } from "../../contract.ts";
import { stateIcons } from "../base/labels.ts";
import { t } from "../base/text.ts";

interface ScorePreviewProps {
	report: Report;
	/** Undefined: not asked yet, or the records changed since. */
	result: WhatIf | undefined;
	isBusy: boolean;
	onAsk: () => void;
}

/** The trust score with the edited records, and the checks that come out differently. */
export function ScorePreview({ report, result, isBusy, onAsk }: ScorePreviewProps) {
	const changed = (result?.checks ?? []).flatMap((after) => {
		const before = report.checks.find(({ id }) => id === after.id);
		return before === undefined || (before.state === after.state && before.detail === after.detail)
			? []
			: [{ before, after }];
	});
	return (
		<section aria-label={t.records.whatIf} className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p role="status" className="flex items-center gap-2 font-display text-28 tabular-nums">
					{result !== undefined && (
						<>
							<span className="text-ink-3">{scoreText(result.before.score)}</span>
							<ArrowRight aria-label={t.records.becomes} size={20} className="text-ink-3" />
							<span>{scoreText(result.after.score)}</span>
						</>
					)}
				</p>
				<Button variant="primary" busy={isBusy} onClick={onAsk}>
					{t.records.score}
				</Button>
			</div>
			{result !== undefined && (
				<ul className="divide-y divide-line border-y border-line">
					{changed.map(({ before, after }) => (
						<ChangedCheck key={after.id} before={before} after={after} />
					))}
					{changed.length === 0 && <li className="py-2 text-13 text-ink-2">{t.records.nothingChanges}</li>}
				</ul>
			)}
		</section>
	);
}

const scoreText = (score: number | null): string => (score === null ? t.result.noScore : t.result.outOf(score));

function ChangedCheck({ before, after }: { before: Check; after: Check }) {
	const { icon: Icon, tone } = stateIcons[after.state];
	return (
		<li className="flex items-start gap-2 py-2 text-13">
			<Icon aria-hidden="true" size={14} className={`mt-0.5 shrink-0 ${tone}`} />
			<span className="min-w-0 flex-1 break-words">
				<span className="font-medium">{t.checks.names[after.id]}</span>
				<span className="text-ink-3">{` ${t.records.from(t.checks.states[before.state], t.checks.states[after.state])}`}</span>
				<span className="block text-ink-2">{after.detail}</span>
			</span>
		</li>
	);
}
