import { useState } from "react";
import { download } from "#web/lib/base/download.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import type { FileBatch } from "../contract.ts";
import { isLetThrough, type RowFilter } from "../row-filter.ts";
import { t } from "./base/text.ts";
import type { ListRun } from "./base/use-validation.ts";
import { csvOf } from "./export-csv.ts";
import { useFileRows } from "./files/use-files.ts";
import { type ExportName, FileExports, ListExports } from "./results/export-buttons.tsx";
import { fileResults, listResults, NO_ADDRESS } from "./results/results.ts";
import { ResultsCard } from "./results/results-card.tsx";

interface ShownResultsProps {
	/** Null: those of the list are shown. */
	file: FileBatch | null;
	/** Null: no list was validated. */
	run: ListRun | null;
	exportName: ExportName;
	onCheckMailboxes: () => void;
}

/** The results of the selected file or the list, filtered. */
export function ShownResults({ file, run, exportName, onCheckMailboxes }: ShownResultsProps) {
	const [filter, setFilter] = useState<RowFilter>({});
	const rows = useFileRows(file?.id ?? null, filter);
	const loaded = rows.data?.pages.flatMap(({ items }) => items) ?? [];
	const results = file ? fileResults(file, loaded, filter) : run && listResults(run, filter);
	if (results === null) return null;
	return (
		<>
			{rows.error && <Notice tone="red">{t.results.couldntLoad}</Notice>}
			<ResultsCard
				{...results}
				filter={filter}
				onFilter={setFilter}
				onEndNear={file && rows.hasNextPage && !rows.isFetching ? () => void rows.fetchNextPage() : undefined}
				onCheckMailboxes={onCheckMailboxes}
				exports={
					file ? (
						<FileExports file={file} filter={filter} name={exportName} />
					) : (
						run &&
						run.state !== "running" && (
							<ListExports filter={filter} onExport={(only) => exportList(run, only, exportName)} />
						)
					)
				}
			/>
		</>
	);
}

/** Downloads results of a list as CSV. */
export function exportList({ verdicts, leftOut }: ListRun, only: RowFilter, exportName: ExportName): void {
	const time = new Date().toISOString().replace(/[:.]/g, "-");
	const name = exportName === "email-validation" ? `${exportName}-${time}` : exportName;
	const shown = verdicts.filter(({ reason }) => isLetThrough(only, reason));
	void csvOf(shown, isLetThrough(only, NO_ADDRESS) ? leftOut : []).then((text) =>
		download(`${name}.csv`, new Blob([text], { type: "text/csv;charset=utf-8" })),
	);
}
