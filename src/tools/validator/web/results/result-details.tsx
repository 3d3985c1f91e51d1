import { useQuery } from "@tanstack/react-query";
import { formatFullTime, formatMoment, formatNumber, formatPercent } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { probabilityAt } from "../../calibration.ts";
import type { DetailedVerdict, Verdict } from "../../contract.ts";
import { meaningOf } from "../../reasons.ts";
import { validator, validatorKeys } from "../base/api.ts";
import { t } from "../base/text.ts";
import { useCalibration } from "../calibration/use-calibration.ts";
import { CheckLine } from "./check-line.tsx";
import { statusLabels, statusTones } from "./labels.ts";

type Details = DetailedVerdict & { history?: Pick<Verdict, "status" | "reason" | "score" | "checkedAt">[] };

interface ResultDetailsProps {
	email: string;
	/** Null: closed. Without checks: they are loaded. */
	verdict: Verdict | DetailedVerdict | null;
	onClose: () => void;
}

/** The checks behind a verdict, with source, time and duration. */
export function ResultDetails({ email, verdict, onClose }: ResultDetailsProps) {
	const known = verdict !== null && "checks" in verdict ? verdict : undefined;
	const query = useQuery<Details>({
		queryKey: validatorKeys.verdict(email),
		enabled: verdict !== null && known === undefined,
		queryFn: ({ signal }) => validator.findVerdict({ query: { email } }, { signal }),
	});
	return (
		<Dialog open={verdict !== null} onClose={onClose} title={email} size="large">
			{verdict !== null &&
				(known !== undefined ? (
					<Content details={known} />
				) : (
					<QueryView query={query} errorTitle={t.details.couldntLoad}>
						{(details) => <Content details={details} />}
					</QueryView>
				))}
		</Dialog>
	);
}

function Content({ details }: { details: Details }) {
	const { status } = details;
	const probability = probabilityAt(useCalibration().data?.points ?? [], details.score);
	const facts = [
		[t.details.score, formatNumber(details.score)],
		...(probability === null ? [] : [[t.details.probability, formatPercent(probability * 100)] as const]),
		[t.details.deliverable, t.details.levels[details.deliverable]],
		[t.details.risk, t.details.levels[details.risk]],
		[t.details.domain, details.domain ?? "–"],
		[t.details.checkedAt, formatMoment(details.checkedAt)],
	];
	return (
		<div className="flex flex-col gap-5">
			<p className="flex flex-wrap items-center gap-2 text-14">
				<Badge tone={statusTones[status]}>{statusLabels[status].toUpperCase()}</Badge>
				{meaningOf(details.reason).text}
				{details.suggestion && <span className="text-amber">{t.results.didYouMean(details.suggestion)}</span>}
			</p>
			<dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-5">
				{facts.map(([name, value]) => (
					<div key={name} className="min-w-0">
						<dt className="text-12 text-ink-3">{name}</dt>
						<dd className="text-13 break-words tabular-nums">{value}</dd>
					</div>
				))}
			</dl>
			<section aria-label={t.details.checks}>
				<h3 className="pb-2 text-13 font-semibold">{t.details.checks}</h3>
				<ul className="divide-y divide-line border-y border-line">
					{details.checks.map((check) => (
						<CheckLine key={check.name} check={check} since={details.checkedAt} />
					))}
				</ul>
			</section>
			{details.history !== undefined && details.history.length > 1 && (
				<section aria-label={t.details.history}>
					<h3 className="pb-2 text-13 font-semibold">{t.details.history}</h3>
					<ul className="divide-y divide-line border-y border-line text-13">
						{details.history.map((entry) => (
							<li key={entry.checkedAt} className="flex flex-wrap justify-between gap-x-4 py-2">
								<span>{meaningOf(entry.reason).text}</span>
								<span className="text-ink-3 tabular-nums">{formatFullTime(entry.checkedAt)}</span>
							</li>
						))}
					</ul>
				</section>
			)}
			<p className="text-12 text-ink-3">{t.details.meaning}</p>
		</div>
	);
}
