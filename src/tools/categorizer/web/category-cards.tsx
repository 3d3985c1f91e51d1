import { formatBytes, formatNumber } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";
import type { Counts } from "../contract.ts";
import { type Category, categories } from "./categories.ts";
import { t } from "./text.ts";

interface CategoryCardsProps {
	counts: Counts;
	bytes: Counts;
	/** The category that filters the list. */
	chosen: Category | null;
	onChoose: (category: Category | null) => void;
}

/** Counts per category; a card filters the list by its category, a second click removes the filter. */
export function CategoryCards({ counts, bytes, chosen, onChoose }: CategoryCardsProps) {
	// Few mailboxes have forums: the card is shown where one has any, and while it is selected.
	const shown = categories.filter(({ id, count }) => id !== "forums" || counts[count] > 0 || chosen === id);
	return (
		<fieldset
			aria-label={t.page.categories}
			className="grid grid-cols-2 gap-px overflow-hidden rounded-3 border border-line bg-line md:auto-cols-fr md:grid-flow-col md:grid-cols-none"
		>
			{shown.map(({ id, name, count }) => {
				const isChosen = chosen === id;
				return (
					<button
						key={id}
						type="button"
						aria-pressed={isChosen}
						onClick={() => onChoose(isChosen ? null : id)}
						className={cx(
							"relative px-4 py-3.5 text-left transition-colors last:odd:col-span-2 md:px-4.5 md:last:odd:col-span-1",
							"focus-visible:z-[1] focus-visible:rounded-none focus-visible:shadow-[inset_0_0_0_2px_var(--accent)]",
							isChosen ? "bg-selected" : "bg-surface hover:bg-paper",
						)}
					>
						<span className={cx("block text-12", isChosen ? "font-semibold text-accent" : "text-ink-3")}>{name}</span>{" "}
						<span className="font-display text-28 tabular-nums">{formatNumber(counts[count])}</span>
						<span className="sr-only"> {t.page.emailsAnd} </span>
						{bytes[count] > 0 && (
							<span className="ml-2 text-13 text-ink-3 tabular-nums">{formatBytes(bytes[count])}</span>
						)}
						{isChosen && <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5 bg-accent" />}
					</button>
				);
			})}
		</fieldset>
	);
}
