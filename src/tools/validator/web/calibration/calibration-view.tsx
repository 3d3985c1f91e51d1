import { ChartSpline } from "lucide-react";
import { formatPercent } from "#web/lib/base/format.ts";
import { LineChart } from "#web/ui/charts/charts.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import type { Calibration } from "../../calibration.ts";
import { t } from "../base/text.ts";
import { useCalibration } from "./use-calibration.ts";

/** The calibration curve: scores against what happened to emails that the user sent. */
export function CalibrationView() {
	return (
		<QueryView query={useCalibration()} errorTitle={t.accuracy.couldntLoad}>
			{(calibration) =>
				calibration.points.length === 0 ? (
					<EmptyState icon={ChartSpline} title={t.accuracy.notEnough} description={t.accuracy.soFar(calibration)} />
				) : (
					<Card>
						<Curve calibration={calibration} />
					</Card>
				)
			}
		</QueryView>
	);
}

function Curve({ calibration: { points, results, bounces } }: { calibration: Calibration }) {
	return (
		<div className="flex flex-col gap-3">
			<LineChart
				title={t.accuracy.title}
				note={t.accuracy.note(results, bounces)}
				head={t.accuracy.score}
				points={points.map(({ from, to, count }) => ({
					label: t.accuracy.scores(from, to, count),
					short: t.accuracy.range(from, to),
				}))}
				series={[
					{
						...{ id: "delivered", label: t.accuracy.delivered, color: "primary" },
						values: points.map(({ count, delivered }) => (delivered / count) * 100),
					},
					{
						...{ id: "probability", label: t.accuracy.probability, color: "promotions" },
						values: points.map(({ probability }) => probability * 100),
					},
				]}
				format={formatPercent}
			/>
			<p className="text-13 text-ink-2">{t.accuracy.meaning}</p>
		</div>
	);
}
