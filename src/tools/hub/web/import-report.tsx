import { formatNumber } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { StatStrip } from "#web/ui/page/stat-strip.tsx";
import { type Column, Table } from "#web/ui/table/table.tsx";
import type { Flaw, ImportCounts } from "./import-counts.ts";
import { t } from "./text.ts";

const columns: readonly Column<Flaw>[] = [
	{
		id: "offset",
		header: t.importReport.atByte,
		align: "end",
		width: "112px",
		cell: ({ offset }) => formatNumber(offset),
	},
	{
		id: "outcome",
		header: t.importReport.outcome,
		width: "104px",
		cell: ({ outcome }) =>
			outcome === "unreadable" ? (
				<Badge tone="red">{t.importReport.unreadable}</Badge>
			) : (
				<Badge tone="amber">{outcome === "damaged" ? t.importReport.damaged : t.importReport.excluded}</Badge>
			),
	},
	{
		id: "reason",
		header: t.importReport.details,
		cell: ({ reason }) => <span className="break-words text-ink-2">{reason ?? t.importReport.damagedReason}</span>,
	},
];

interface ImportReportProps {
	name: string;
	counts: ImportCounts;
	onClose: () => void;
}

/** Accounts for every message: imported, duplicate, damaged or left out, with its position in the file. */
export default function ImportReport({ name, counts, onClose }: ImportReportProps) {
	const { imported, duplicates, damaged, unreadable, flaws, excluded } = counts;
	const unlisted = damaged + unreadable - flaws.filter(({ outcome }) => outcome !== "excluded").length;
	return (
		<Dialog open onClose={onClose} title={t.importReport.importReport} description={name} size="medium">
			<div className="flex flex-col gap-4">
				<StatStrip
					label={t.importReport.counts}
					stats={[
						{ label: t.importReport.imported, value: formatNumber(imported) },
						{ label: t.importReport.duplicates, value: formatNumber(duplicates) },
						{ label: t.importReport.damaged, value: formatNumber(damaged), tone: damaged > 0 ? "amber" : "plain" },
						{
							label: t.importReport.unreadable,
							value: formatNumber(unreadable),
							tone: unreadable > 0 ? "red" : "plain",
						},
					]}
				/>
				{excluded && (
					<p role="status" className="text-13 break-words">
						{excluded.sentence}
					</p>
				)}
				<p className="text-13 text-ink-2">{t.importReport.countsNote}</p>
				{flaws.length > 0 && (
					<Table
						label={t.importReport.damagedMessagesFile}
						columns={columns}
						rows={flaws}
						rowKey={({ offset, outcome }) => `${outcome} ${offset}`}
						rowHeight={41}
						maxHeight="320px"
					/>
				)}
				{flaws.length > 0 && unlisted > 0 && <p className="text-13 text-ink-3">{t.importReport.more(unlisted)}</p>}
			</div>
		</Dialog>
	);
}
