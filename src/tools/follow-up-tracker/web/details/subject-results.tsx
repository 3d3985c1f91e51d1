import { formatNumber } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Campaign, Comparison } from "../../contract.ts";
import { rate } from "../base/rate.ts";
import { t } from "../base/text.ts";

/** Messages with two subjects: which one interests more people, and how certain that is. */
export function SubjectResults({ campaign }: { campaign: Campaign }) {
	return campaign.stepCounts.map(({ subjects }, index) => {
		const step = campaign.plan.steps[index];
		if (subjects === null || step === undefined) return null;
		return (
			<div
				// biome-ignore lint/suspicious/noArrayIndexKey: messages are known by their positions
				key={index}
				className="flex min-w-0 flex-col gap-2"
			>
				<p className="text-13 text-ink-2">{verdict(subjects, [step.subject, step.subjectB])}</p>
				<SubjectTable
					label={index === 0 ? t.messages.first : t.messages.followUp(index)}
					comparison={subjects}
					subjects={[step.subject, step.subjectB]}
				/>
			</div>
		);
	});
}

function verdict({ result, winner, confidence }: Comparison, subjects: readonly string[]): string {
	if (result === "not_enough" || confidence === null) return t.subjects.notEnough;
	// Never 100%.
	const shown = rate(Math.min(confidence, 0.999), 1);
	if (winner === null) return t.subjects.undecided(shown);
	return t.subjects.winner(subjects[winner] ?? "", shown);
}

interface SubjectTableProps {
	label: string;
	comparison: Comparison;
	subjects: readonly string[];
}

function SubjectTable({ label, comparison: { variants, winner }, subjects }: SubjectTableProps) {
	const rows = variants.map((variant, index) => ({ ...variant, index, subject: subjects[index] ?? "" }));
	return (
		<Table
			label={t.subjects.of(label)}
			rows={rows}
			rowKey={({ index }) => String(index)}
			columns={[
				{
					...{ id: "subject", header: t.subjects.subject },
					cell: ({ index, subject }) => (
						<span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
							<span className="min-w-0 break-words">{subject}</span>
							{index === winner && <Badge tone="green">{t.subjects.better}</Badge>}
						</span>
					),
				},
				{ id: "sent", header: t.details.sent, align: "end", cell: ({ sent }) => formatNumber(sent) },
				{ id: "replied", header: t.details.replied, align: "end", cell: ({ replied }) => formatNumber(replied) },
				{ id: "refused", header: t.subjects.refused, align: "end", cell: ({ refused }) => formatNumber(refused) },
				{
					...{ id: "interested", header: t.subjects.interested, align: "end" },
					cell: ({ interested }) => formatNumber(interested),
				},
				{
					...{ id: "rate", header: t.subjects.interestedRate, align: "end" },
					cell: ({ sent, interested }) => rate(interested, sent),
				},
				{
					...{ id: "interval", header: t.subjects.interval, align: "end" },
					cell: ({ low, high }) => t.subjects.range(rate(low, 1), rate(high, 1)),
				},
			]}
		/>
	);
}
