import { formatNumber } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { StatStrip } from "#web/ui/stat-strip.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Flaw, ImportCounts } from "./findings.ts";

const columns: readonly Column<Flaw>[] = [
	{ id: "offset", header: "At byte", align: "end", width: "112px", cell: ({ offset }) => formatNumber(offset) },
	{
		id: "outcome",
		header: "Outcome",
		width: "104px",
		cell: ({ outcome }) =>
			outcome === "unreadable" ? (
				<Badge tone="red">Unreadable</Badge>
			) : (
				<Badge tone="amber">{outcome === "damaged" ? "Damaged" : "Left out"}</Badge>
			),
	},
	{
		id: "reason",
		header: "Details",
		cell: ({ reason }) => <span className="break-words text-ink-2">{reason ?? "Kept with what could be read."}</span>,
	},
];

interface ImportReportProps {
	name: string;
	findings: ImportCounts;
	onClose: () => void;
}

/** Accounts for every message: imported, duplicate, damaged or left out, with its position in the file. */
export default function ImportReport({ name, findings, onClose }: ImportReportProps) {
	const { imported, duplicates, damaged, unreadable, flaws, excluded } = findings;
	const unlisted = damaged + unreadable - flaws.filter(({ outcome }) => outcome !== "left out").length;
	return (
		<Dialog open onClose={onClose} title="Import report" description={name} size="medium">
			<div className="flex flex-col gap-4">
				<StatStrip
					label="Counts"
					stats={[
						{ label: "Imported", value: formatNumber(imported) },
						{ label: "Duplicates", value: formatNumber(duplicates) },
						{ label: "Damaged", value: formatNumber(damaged), tone: damaged > 0 ? "amber" : "plain" },
						{ label: "Unreadable", value: formatNumber(unreadable), tone: unreadable > 0 ? "red" : "plain" },
					]}
				/>
				{excluded && (
					<p role="status" className="text-13 break-words">
						{excluded.sentence}
					</p>
				)}
				<p className="text-13 text-ink-2">
					Duplicates were in this mailbox already. Damaged messages are in it with everything that could be read, and
					say when you open them what is missing.
				</p>
				{flaws.length > 0 && (
					<Table
						label="Damaged places in the file"
						columns={columns}
						rows={flaws}
						rowKey={({ offset, outcome }) => `${outcome} ${offset}`}
						rowHeight={41}
						maxHeight="320px"
					/>
				)}
				{flaws.length > 0 && unlisted > 0 && <p className="text-13 text-ink-3">… and {formatNumber(unlisted)} more.</p>}
			</div>
		</Dialog>
	);
}
