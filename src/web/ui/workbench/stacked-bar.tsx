import { cx } from "../base/cx.ts";
import { colorOf, type Part } from "../charts/chart-data.ts";

interface StackedBarProps<Id extends string> {
	/** From the left. Empty ones are left out. */
	parts: readonly (Part & { id: Id })[];
	/** The others are pale. */
	chosen: Id | null;
	onChoose: (id: Id) => void;
}

/**
 * Parts of a whole in one bar. It is for the pointer: the buttons of its legend say the same, for the keyboard and for
 * screen readers.
 */
export function StackedBar<Id extends string>({ parts, chosen, onChoose }: StackedBarProps<Id>) {
	return (
		<div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-1">
			{parts
				.filter(({ value }) => value > 0)
				.map(({ id, label, color, value }) => (
					<button
						key={id}
						type="button"
						tabIndex={-1}
						title={label}
						onClick={() => onChoose(id)}
						style={{ flexGrow: value, background: colorOf(color) }}
						className={cx("min-w-1 basis-0 transition-opacity", chosen !== null && chosen !== id && "opacity-30")}
					/>
				))}
		</div>
	);
}
