import { z } from "zod";
import { formatNumber } from "#web/lib/format.ts";
import type { Job } from "#web/lib/jobs.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { StatStrip } from "#web/ui/stat-strip.tsx";
import { type Column, Table } from "#web/ui/table.tsx";

const flaw = z.object({ offset: z.number(), reason: z.string() });
type Flaw = z.infer<typeof flaw>;

/** What a sync or import job reports; fields that a job has not counted (yet) are zero. */
const findings = z.object({
	imported: z.number().default(0),
	duplicates: z.number().default(0),
	damaged: z.number().default(0),
	skipped: z.number().default(0),
	flaws: z.array(flaw).default([]),
});
export type Findings = z.infer<typeof findings>;

export function findingsOf(job: Job | undefined): Findings | null {
	const parsed = findings.safeParse(job?.result);
	return parsed.success ? parsed.data : null;
}

/** "8,311 imported · 12 duplicates · 3 damaged": only what there is. */
export function findingsLine({ imported, duplicates, damaged, skipped }: Findings): string {
	return [
		`${formatNumber(imported)} imported`,
		duplicates > 0 && `${formatNumber(duplicates)} ${duplicates === 1 ? "duplicate" : "duplicates"}`,
		damaged > 0 && `${formatNumber(damaged)} damaged`,
		skipped > 0 && `${formatNumber(skipped)} unreadable`,
	]
		.filter(Boolean)
		.join(" · ");
}

const columns: readonly Column<Flaw>[] = [
	{ id: "offset", header: "At byte", align: "end", width: "120px", cell: ({ offset }) => formatNumber(offset) },
	{ id: "reason", header: "What was wrong", cell: ({ reason }) => <span className="break-words">{reason}</span> },
];

interface ImportReportProps {
	name: string;
	findings: Findings;
	open: boolean;
	onClose: () => void;
}

/** Every message accounted for: imported, seen before, damaged, and where in the file the damage is. */
export function ImportReport({ name, findings, open, onClose }: ImportReportProps) {
	return (
		<Dialog open={open} onClose={onClose} title="Import report" description={name} size="medium">
			<div className="flex flex-col gap-4">
				<StatStrip
					label="Counts"
					stats={[
						{ label: "Imported", value: formatNumber(findings.imported) },
						{ label: "Duplicates", value: formatNumber(findings.duplicates) },
						{ label: "Damaged", value: formatNumber(findings.damaged), tone: findings.damaged > 0 ? "amber" : "plain" },
						{
							label: "Unreadable",
							value: formatNumber(findings.skipped),
							tone: findings.skipped > 0 ? "red" : "plain",
						},
					]}
				/>
				<p className="text-13 text-ink-2">
					Duplicates were in this mailbox already. Of damaged messages everything that could be read was kept.
				</p>
				{findings.flaws.length > 0 && (
					<Table
						label="Damaged places in the file"
						columns={columns}
						rows={findings.flaws}
						rowKey={({ offset, reason }) => `${offset} ${reason}`}
						rowHeight={41}
						maxHeight="320px"
					/>
				)}
			</div>
		</Dialog>
	);
}
