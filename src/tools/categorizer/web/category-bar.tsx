import { ShieldAlert } from "lucide-react";
import { formatBytes, formatNumber } from "#web/lib/base/format.ts";
import { cx } from "#web/ui/base/cx.ts";
import { Defined } from "#web/ui/base/defined.tsx";
import { percentages } from "#web/ui/charts/chart-data.ts";
import { StackedBar } from "#web/ui/workbench/stacked-bar.tsx";
import type { Counts } from "../contract.ts";
import { type Group, SUSPICIOUS } from "../groups.ts";
import { categories, groupName } from "./base/categories.ts";
import { t } from "./base/text.ts";

interface CategoryBarProps {
	counts: Counts;
	bytes: Counts;
	/** Emails that are in no category, because they are suspicious or forged. */
	suspicious: number;
	/** What filters the list. */
	chosen: Group | null;
	onChoose: (group: Group | null) => void;
}

/** Emails per category as one bar; a part filters the list by its category, a second click removes the filter. */
export function CategoryBar({ counts, bytes, suspicious, chosen, onChoose }: CategoryBarProps) {
	// Few mailboxes have forum mail, so that its part shows only if there is some, or while it is selected.
	const shown = categories.filter(({ id, count }) => id !== "forums" || counts[count] > 0 || chosen === id);
	const shares = percentages(shown.map(({ count }) => counts[count]));
	const choose = (id: Group) => onChoose(chosen === id ? null : id);
	return (
		<div className="flex shrink-0 flex-col gap-1.5 border-b border-line px-4 pt-3 pb-1.5 lg:px-6">
			<StackedBar
				parts={shown.map(({ id, name, count }) => ({ id, label: name, color: id, value: counts[count] }))}
				chosen={chosen === SUSPICIOUS ? null : chosen}
				onChoose={choose}
			/>
			<fieldset
				aria-label={t.page.categories}
				className="-mx-2 flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]"
			>
				{shown.map(({ id, name, count }, index) => (
					<button
						key={id}
						type="button"
						aria-pressed={chosen === id}
						onClick={() => choose(id)}
						className={cx(
							"flex h-8 shrink-0 items-center gap-2 rounded-2 px-2 text-13 transition-colors pointer-coarse:h-11",
							chosen === id ? "bg-ink text-paper" : "hover:bg-sunken",
						)}
					>
						<span aria-hidden="true" className="size-2 rounded-full" style={{ background: `var(--chart-${id})` }} />
						{name}{" "}
						<Defined figure="categoryEmails">
							<strong className="font-semibold tabular-nums">{formatNumber(counts[count])}</strong>
						</Defined>
						<span className="sr-only"> {t.page.emailsAnd} </span>
						<span className={cx("text-12 tabular-nums", chosen !== id && "text-ink-2")}>
							{shares[index]}%{bytes[count] > 0 && ` · ${formatBytes(bytes[count])}`}
						</span>
					</button>
				))}
				{(suspicious > 0 || chosen === SUSPICIOUS) && (
					<button
						type="button"
						aria-pressed={chosen === SUSPICIOUS}
						onClick={() => choose(SUSPICIOUS)}
						className={cx(
							"flex h-8 shrink-0 items-center gap-2 rounded-2 px-2 text-13 transition-colors pointer-coarse:h-11",
							chosen === SUSPICIOUS ? "bg-ink text-paper" : "hover:bg-sunken",
						)}
					>
						<ShieldAlert aria-hidden="true" size={14} className={chosen === SUSPICIOUS ? "" : "text-red"} />
						{groupName(SUSPICIOUS)} <strong className="font-semibold tabular-nums">{formatNumber(suspicious)}</strong>
						<span className="sr-only"> {t.page.emails}</span>
					</button>
				)}
			</fieldset>
		</div>
	);
}
