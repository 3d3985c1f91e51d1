import type { ReactNode } from "react";
import { formatNumber } from "#web/lib/base/format.ts";
import { cx } from "../base/cx.ts";
import { type ChartColor, colorOf } from "../charts/chart-data.ts";

export interface Chip<V extends string> {
	value: V;
	label: string;
	/** How many rows it shows. A chip that shows none is left out unless it is chosen. */
	count?: number;
	color?: ChartColor;
}

interface ChipsProps<V extends string> {
	/** Names the group. */
	label: string;
	options: readonly Chip<V>[];
	value: V;
	onChange: (value: V) => void;
	/** The chip that is always there, and that a second click leads back to. */
	all: V;
}

/** Filters in a row: one of them is on. */
export function Chips<V extends string>({ label, options, value, onChange, all }: ChipsProps<V>) {
	const shown = options.filter((chip) => chip.count !== 0 || chip.value === value || chip.value === all);
	return (
		<fieldset aria-label={label} className="flex shrink-0 items-center gap-1.5">
			{shown.map((chip) => {
				const isOn = chip.value === value;
				return (
					<button
						key={chip.value}
						type="button"
						aria-pressed={isOn}
						onClick={() => onChange(isOn ? all : chip.value)}
						className={cx(
							"inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-3 text-13 transition-colors focus-visible:rounded-full pointer-coarse:h-9 pointer-coarse:min-w-11 pointer-coarse:justify-center",
							isOn ? "border-ink bg-ink font-semibold text-paper" : "border-line-strong bg-surface hover:border-ink-3",
						)}
					>
						{chip.color && (
							<span aria-hidden="true" className="size-2 rounded-full" style={{ background: colorOf(chip.color) }} />
						)}
						{chip.label}
						{chip.count !== undefined && <span className="tabular-nums">{formatNumber(chip.count)}</span>}
					</button>
				);
			})}
		</fieldset>
	);
}

/** The room between other filters; the chips scroll in it. On a phone the whole row scrolls. */
export function ChipRow({ children }: { children: ReactNode }) {
	return (
		<div className="max-sm:contents sm:flex sm:min-w-0 sm:flex-1 sm:overflow-x-auto sm:p-1 sm:[scrollbar-width:none]">
			{children}
		</div>
	);
}
