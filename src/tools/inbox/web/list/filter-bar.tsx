import { cx } from "#web/ui/cx.ts";
import { type Filter, filters } from "../filters.ts";
import { t } from "../text.ts";

interface FilterBarProps {
	value: Filter | undefined;
	/** Undefined: no filter. */
	onChange: (filter: Filter | undefined) => void;
}

/** Quick filters of the list; pressing the active one again shows everything. */
export function FilterBar({ value, onChange }: FilterBarProps) {
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
