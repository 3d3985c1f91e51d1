import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { CAPS, checkIds, MIN_TRUST_WEIGHT, REPUTATION_WEIGHTS, reputationParts, WEIGHTS } from "../../scoring.ts";
import { t } from "./text.ts";

/** The formulas of both scores. */
export function ScoringDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const caps = checkIds.flatMap((id) => {
		const cap = CAPS[id];
		return cap === undefined ? [] : [t.scoring.cap(t.checks.names[id], cap)];
	});
	return (
		<Dialog open={open} onClose={onClose} title={t.scoring.title}>
			<div className="flex flex-col gap-4 text-14">
				<p>{t.scoring.trust}</p>
				<Points rows={checkIds.map((id) => [t.checks.names[id], WEIGHTS[id]])} />
				<p>{t.scoring.minimum(MIN_TRUST_WEIGHT)}</p>
				<div>
					<h3 className="font-semibold">{t.scoring.caps}</h3>
					<ul>
						{caps.map((cap) => (
							<li key={cap}>{cap}</li>
						))}
					</ul>
				</div>
				<p>{t.scoring.bands}</p>
				<p>{t.scoring.reputation}</p>
				<Points rows={reputationParts.map((id) => [t.scoring.parts[id], REPUTATION_WEIGHTS[id]])} />
				<p>{t.scoring.complaints}</p>
			</div>
		</Dialog>
	);
}

function Points({ rows }: { rows: readonly (readonly [name: string, points: number])[] }) {
	return (
		<table className="w-full text-13">
			<thead>
				<tr className="border-b border-line text-12 text-ink-3">
					<th scope="col" className="py-1 text-left font-normal">
						{t.scoring.check}
					</th>
					<th scope="col" className="py-1 text-right font-normal">
						{t.scoring.points}
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(([name, points]) => (
					<tr key={name} className="border-b border-line">
						<td className="py-1">{name}</td>
						<td className="py-1 text-right tabular-nums">{points}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
