import { cx } from "#web/ui/base/cx.ts";
import { type Filter, filters } from "../base/filters.ts";
import type { Address } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import { SortMenu } from "./sort-menu.tsx";

/** Quick filters of the list, and the order of search results. */
export function FilterBar({ address }: { address: Address }) {
	const { search } = address;
	return (
		<div className="flex items-center justify-between gap-2">
			<Filters value={search.filter} onChange={(filter) => address.show({ ...search, filter })} />
			{search.q !== undefined && (
				<span className="shrink-0 pb-1 pointer-coarse:pb-0">
					<SortMenu value={search.sort} onChange={(sort) => address.show({ ...search, sort })} />
				</span>
			)}
		</div>
	);
}

interface FiltersProps {
	value: Filter | undefined;
	/** Undefined: no filter. */
	onChange: (filter: Filter | undefined) => void;
}

/** Pressing the active one again shows everything. */
function Filters({ value, onChange }: FiltersProps) {
	const choices = [undefined, ...(Object.keys(filters) as Filter[])];
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
		<div
			role="group"
			aria-label={t.filters.label}
			className="-mx-1 flex min-w-0 gap-0.5 overflow-x-auto px-1 pb-1 pointer-coarse:py-1.5"
		>
			{choices.map((choice) => {
				const isActive = choice === value;
				return (
					<button
						key={choice ?? "all"}
						type="button"
						aria-pressed={isActive}
						onClick={() => onChange(isActive ? undefined : choice)}
						className={cx(
							"relative h-7 shrink-0 rounded-full border px-2.5 text-13 transition-colors pointer-coarse:h-8 pointer-coarse:min-w-11 pointer-coarse:px-3 pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1.5 pointer-coarse:after:inset-x-0",
							isActive
								? "border-line-strong bg-sunken font-semibold text-ink"
								: "border-transparent text-ink-2 hover:text-ink",
						)}
					>
						{choice === undefined ? t.filters.all : t.filters.names[choice]}
						<span className="sr-only"> {t.filters.emails}</span>
					</button>
				);
			})}
		</div>
	);
}
