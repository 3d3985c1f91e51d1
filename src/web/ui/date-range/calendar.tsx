import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { formatDay, formatMonth, weekdayNames } from "#web/lib/base/format-days.ts";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";
import { IconButton } from "../button/button.tsx";
import { addMonths, clampDay, type Day, type DayRange, monthOf, moveDay, weekStart, weeksOf } from "./days.ts";

interface CalendarProps {
	value: DayRange | null;
	/** The first of two days, once chosen. */
	start: Day | null;
	today: Day;
	min?: Day;
	max?: Day;
	locale?: string;
	onDay: (day: Day) => void;
}

/** Two months, one on a phone. Arrow keys move by day and week, Page Up and Down by month, with Shift by year. */
export function Calendar({ value, start, today, min, max, locale = navigator.language, onDay }: CalendarProps) {
	const first = weekStart(locale);
	const limits = { min, max };
	const [focused, setFocused] = useState(() => clampDay(value?.until ?? today, limits));
	const [hovered, setHovered] = useState<Day | null>(null);
	/** The right one of the two months. */
	const [month, setMonth] = useState(() => monthOf(focused));
	const grid = useRef<HTMLDivElement>(null);
	const moved = useRef(false);
	useEffect(() => {
		if (!moved.current) return;
		moved.current = false;
		grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
	}, [focused]);
	const show = (day: Day) => {
		if (monthOf(day) > month) setMonth(monthOf(day));
		else if (monthOf(day) < addMonths(month, -1)) setMonth(addMonths(monthOf(day), 1));
	};
	const keyDown = (event: KeyboardEvent) => {
		const next = moveDay(focused, event.key, event.shiftKey, first);
		if (next === null) return;
		event.preventDefault();
		const day = clampDay(next, limits);
		moved.current = day !== focused;
		setFocused(day);
		show(day);
	};
	const shown = start ? preview(start, hovered ?? focused) : value;
	const page = (by: number) => {
		const next = addMonths(month, by);
		setMonth(next);
		setFocused(clampDay(next, limits));
	};
	return (
		<div ref={grid} className="relative flex gap-6" onPointerLeave={() => setHovered(null)}>
			<MonthButtons
				onPage={page}
				hasPrevious={min === undefined || addMonths(month, -1) > monthOf(min)}
				hasNext={max === undefined || month < monthOf(max)}
			/>
			{[addMonths(month, -1), month].map((one, index) => (
				<MonthTable
					key={one}
					month={one}
					first={first}
					isOnPhone={index === 1}
					shown={shown}
					day={(day) => (
						<DayButton
							day={day}
							isEnd={day === shown?.from || day === shown?.until}
							isWithin={shown !== null && shown.from <= day && day <= shown.until}
							isToday={day === today}
							isFocused={day === focused}
							disabled={(min !== undefined && day < min) || (max !== undefined && day > max)}
							onKeyDown={keyDown}
							onHover={() => setHovered(day)}
							onChoose={() => {
								setFocused(day);
								onDay(day);
							}}
						/>
					)}
				/>
			))}
		</div>
	);
}

interface MonthButtonsProps {
	onPage: (by: 1 | -1) => void;
	hasPrevious: boolean;
	hasNext: boolean;
}

function MonthButtons({ onPage, hasPrevious, hasNext }: MonthButtonsProps) {
	return (
		<>
			<span className="absolute top-0 left-0">
				<IconButton
					icon={ChevronLeft}
					size="small"
					label={t.dateRange.previousMonth}
					tooltip={false}
					disabled={!hasPrevious}
					onClick={() => onPage(-1)}
				/>
			</span>
			<span className="absolute top-0 right-0">
				<IconButton
					icon={ChevronRight}
					size="small"
					label={t.dateRange.nextMonth}
					tooltip={false}
					disabled={!hasNext}
					onClick={() => onPage(1)}
				/>
			</span>
		</>
	);
}

interface MonthTableProps {
	month: string;
	/** First day of the week. */
	first: number;
	/** Phones show one of the months. */
	isOnPhone: boolean;
	/** The days that are highlighted. */
	shown: DayRange | null;
	day: (day: Day) => ReactNode;
}

/** One month, a row for each week. */
function MonthTable({ month, first, isOnPhone, shown, day: dayOf }: MonthTableProps) {
	return (
		<table aria-label={formatMonth(month)} className={cx("text-13", !isOnPhone && "max-sm:hidden")}>
			<caption className="h-7 text-13 leading-7 font-semibold">{formatMonth(month)}</caption>
			<thead>
				<tr>
					{weekdayNames(first).map(({ short, long }) => (
						<th key={long} scope="col" abbr={long} className="h-7 w-9 text-12 font-normal text-ink-3">
							{short}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{weeksOf(month, first).map((week, row) => (
					<tr key={week.find((day) => day !== null) ?? row}>
						{week.map((day, column) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: days before and after the month have no name
							<td key={column} className={cx("p-0 py-px", day && highlightOf(day, shown))}>
								{day && dayOf(day)}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

function preview(start: Day, other: Day): DayRange {
	return start <= other ? { from: start, until: other } : { from: other, until: start };
}

/** Background of the days between the two ends; rounded where the range begins and ends. */
function highlightOf(day: Day, range: DayRange | null): string | false {
	if (range === null || day < range.from || day > range.until) return false;
	return cx("bg-accent-soft", day === range.from && "rounded-l-2", day === range.until && "rounded-r-2");
}

interface DayButtonProps {
	day: Day;
	isEnd: boolean;
	isWithin: boolean;
	isToday: boolean;
	/** Reachable with Tab. */
	isFocused: boolean;
	disabled: boolean;
	onKeyDown: (event: KeyboardEvent) => void;
	onHover: () => void;
	onChoose: () => void;
}

function DayButton(props: DayButtonProps) {
	const { day, isEnd, isWithin, isToday, isFocused, disabled } = props;
	return (
		<button
			type="button"
			data-day={day}
			tabIndex={isFocused ? 0 : -1}
			aria-label={`${formatDay(day)}${isToday ? ", today" : ""}`}
			aria-current={isToday ? "date" : undefined}
			aria-pressed={isWithin}
			disabled={disabled}
			onKeyDown={props.onKeyDown}
			onPointerEnter={props.onHover}
			onClick={props.onChoose}
			className={cx(
				"relative flex h-8 w-9 items-center justify-center rounded-2 tabular-nums transition-colors disabled:text-ink-3 disabled:opacity-50",
				isEnd ? "bg-accent font-semibold text-on-accent" : "enabled:hover:bg-sunken",
				isToday && "after:absolute after:bottom-1 after:size-1 after:rounded-full after:bg-current",
			)}
		>
			{Number(day.slice(8))}
		</button>
	);
}
