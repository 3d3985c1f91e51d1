import { Popover as Base } from "@base-ui/react/popover";
import { CalendarRange } from "lucide-react";
import { useState } from "react";
import { formatCount } from "#web/lib/base/format.ts";
import { formatDays } from "#web/lib/base/format-days.ts";
import { cx } from "../base/cx.ts";
import { popupClass } from "../base/popup.ts";
import { t } from "../base/text.ts";
import { Button } from "../button/button.tsx";
import { Calendar } from "./calendar.tsx";
import { chooseDay, type Day, type DayRange, dayOf, daysIn } from "./days.ts";

export interface RangePreset {
	label: string;
	range: DayRange;
}

interface DateRangePickerProps {
	/** Names it: "Period". */
	label: string;
	/** Null: nothing chosen yet. */
	value: DayRange | null;
	onChange: (range: DayRange) => void;
	/** Ranges to choose with one click: "Past 7 days". */
	presets?: readonly RangePreset[];
	/** First and last day that can be chosen. */
	min?: Day;
	max?: Day;
	disabled?: boolean;
	/** Decides the first day of the week; the browser's when absent. */
	locale?: string;
}

/** A range of days: presets, or two days in a calendar that works with the keyboard. */
export function DateRangePicker(props: DateRangePickerProps) {
	const { label, value, onChange, presets = [], min, max, disabled, locale } = props;
	const [open, setOpen] = useState(false);
	/** The first of two days, once chosen. */
	const [start, setStart] = useState<Day | null>(null);
	const preset = presets.find(({ range }) => range.from === value?.from && range.until === value.until);
	const text = preset?.label ?? (value ? formatDays(value.from, value.until) : t.dateRange.chooseDays);
	const finish = (range: DayRange) => {
		onChange(range);
		setOpen(false);
	};
	return (
		<Base.Root
			open={open}
			onOpenChange={(next) => {
				setOpen(next);
				setStart(null);
			}}
		>
			<Base.Trigger
				disabled={disabled}
				render={
					<Button icon={CalendarRange} aria-label={`${label}: ${text}`}>
						<span className="min-w-0 truncate tabular-nums">{text}</span>
					</Button>
				}
			/>
			<Base.Portal>
				<Base.Positioner align="start" sideOffset={6} collisionPadding={8} className="z-[var(--z-menu)]">
					<Base.Popup className={cx(popupClass, "flex max-w-[calc(100vw-16px)] p-0 max-sm:flex-col")}>
						<Base.Title className="sr-only">{label}</Base.Title>
						{presets.length > 0 && (
							<ul className="flex shrink-0 gap-1 border-line p-2 max-sm:flex-wrap max-sm:border-b sm:w-40 sm:flex-col sm:border-r">
								{presets.map(({ label: name, range }) => (
									<li key={name}>
										<button
											type="button"
											aria-pressed={name === preset?.label}
											onClick={() => finish(range)}
											className="h-8 w-full rounded-2 px-2.5 text-left text-13 whitespace-nowrap text-ink-2 transition-colors hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent"
										>
											{name}
										</button>
									</li>
								))}
							</ul>
						)}
						<div className="p-3">
							<Calendar
								value={value}
								start={start}
								today={dayOf(new Date())}
								min={min}
								max={max}
								locale={locale}
								onDay={(day) => {
									const next = chooseDay(start, day);
									setStart(next.start);
									if (next.range) finish(next.range);
								}}
							/>
							<p role="status" className="pt-2 text-12 text-ink-3">
								{start
									? t.dateRange.chooseLast
									: value
										? `${formatDays(value.from, value.until)} · ${formatCount(daysIn(value), "day")}`
										: t.dateRange.chooseFirst}
							</p>
						</div>
					</Base.Popup>
				</Base.Positioner>
			</Base.Portal>
		</Base.Root>
	);
}
