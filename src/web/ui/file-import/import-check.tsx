import { CircleCheck } from "lucide-react";
import { formatCount, formatNumber } from "#web/lib/base/format.ts";
import { t } from "../base/text.ts";
import { StatStrip } from "../page/stat-strip.tsx";
import { Notice } from "../state/notice.tsx";
import { VirtualList } from "../table/virtual-list.tsx";
import type { ImportRow, RowError } from "./mapping.ts";

interface ImportCheckProps {
	rows: readonly ImportRow[];
	errors: readonly RowError[];
	duplicates: number;
}

/** Pixels. */
const errorHeight = 36;
/** Errors in view; more scroll. */
const shownErrors = 7;

/** What will be imported, and why each other row will not. */
export function ImportCheck({ rows, errors, duplicates }: ImportCheckProps) {
	return (
		<div className="flex flex-col gap-4">
			<StatStrip
				stats={[
					{ label: t.fileImport.ready, value: formatNumber(rows.length) },
					{ label: t.fileImport.duplicates, value: formatNumber(duplicates) },
					{ label: t.fileImport.withErrors, value: formatNumber(errors.length) },
				]}
			/>
			{errors.length === 0 ? (
				<p className="flex items-center gap-2 text-13 text-ink-2">
					<CircleCheck aria-hidden="true" size={16} className="text-accent" />
					{t.fileImport.allValid}
				</p>
			) : (
				<>
					<Notice tone="amber">{t.fileImport.someInvalid(formatCount(errors.length, "row"))}</Notice>
					<div
						className="flex flex-col overflow-hidden rounded-2 border border-line bg-surface"
						style={{ height: Math.min(shownErrors, errors.length) * errorHeight + 2 }}
					>
						<VirtualList
							label={t.fileImport.rowsWithErrors}
							count={errors.length}
							rowHeight={errorHeight}
							fixedRows
							rowKey={(index) => errors[index]?.line ?? index}
							row={(index) => (
								<div className="flex h-full items-center gap-4 border-b border-line px-3 text-13">
									<span className="w-20 shrink-0 text-ink-3 tabular-nums">
										{t.fileImport.row(formatNumber(errors[index]?.line ?? 0))}
									</span>
									<span className="min-w-0 truncate">{errors[index]?.message}</span>
								</div>
							)}
						/>
					</div>
				</>
			)}
		</div>
	);
}
