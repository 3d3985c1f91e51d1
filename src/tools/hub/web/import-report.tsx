import { formatNumber } from "#web/lib/format.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { StatStrip } from "#web/ui/stat-strip.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Findings, Flaw } from "./findings.ts";

const columns: readonly Column<Flaw>[] = [
	{ id: "offset", header: "At byte", align: "end", width: "120px", cell: ({ offset }) => formatNumber(offset) },
	{ id: "reason", header: "What was wrong", cell: ({ reason }) => <span className="break-words">{reason}</span> },
];

interface ImportReportProps {
	name: string;
	findings: Findings;
	onClose: () => void;
}

/** Every message accounted for: imported, seen before, damaged, and where in the file the damage is. */
export default function ImportReport({ name, findings, onClose }: ImportReportProps) {
	return (
		<Dialog open onClose={onClose} title="Import report" description={name} size="medium">
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
