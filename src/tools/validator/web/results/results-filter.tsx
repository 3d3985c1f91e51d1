import { Select } from "#web/ui/form/select.tsx";
import { isLetThrough, type RowFilter, type RowReason, type RowStatus, reasonText } from "../../row-filter.ts";
import { t } from "../base/text.ts";
import { statusLabels } from "./labels.ts";
import { type Results, statusCounts } from "./results.ts";

const statuses = ["valid", "invalid", "risky", "unknown", "left_out", "not_checked"] as const;

interface ResultsFilterProps {
	results: Pick<Results, "reasons" | "unchecked">;
	filter: RowFilter;
	onFilter: (filter: RowFilter) => void;
}

/** Chooses results by status and reason; each with how many there are. */
export function ResultsFilter({ results, filter, onFilter }: ResultsFilterProps) {
	const counts = statusCounts(results);
	const ofStatus = statuses.filter((status) => counts[status] > 0 || status === filter.status);
	const reasons = (Object.entries(results.reasons) as [RowReason, number][]).filter(
		([reason, count]) => count > 0 && isLetThrough({ status: filter.status }, reason),
	);
	return (
		<>
			<span className="w-full sm:w-48">
				<Select<RowStatus | "all">
					label={t.results.status}
					value={filter.status ?? "all"}
					options={[
						{ value: "all", label: t.results.allStatuses },
						...ofStatus.map((value) => ({ value, label: t.results.counted(statusLabels[value], counts[value]) })),
					]}
					onChange={(status) => onFilter(status === "all" ? {} : { status })}
				/>
			</span>
			<span className="w-full sm:w-72">
				<Select<RowReason | "all">
					label={t.results.reason}
					value={filter.reason ?? "all"}
					options={[
						{ value: "all", label: t.results.allReasons },
						...reasons.map(([value, count]) => ({ value, label: t.results.counted(reasonText(value), count) })),
					]}
					onChange={(reason) => onFilter({ ...filter, reason: reason === "all" ? undefined : reason })}
				/>
			</span>
		</>
	);
}
