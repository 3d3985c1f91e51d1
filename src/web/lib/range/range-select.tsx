import { CalendarRange } from "lucide-react";
import { useState } from "react";
import { dayText, defaultRange, type RangeChoice, type RangeId, rangeFault, ranges, spanOf } from "#shared/ranges.ts";
import { Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { formatDate } from "../base/format.ts";
import { t } from "../base/text.ts";

const options = ranges.map(({ id, label }) => ({ value: id, label }));

interface RangeSelectProps {
	value: RangeChoice;
	onChange: (value: RangeChoice) => void;
	/** The day that relative ranges end on, see `useRange`. */
	end: Date;
	disabled?: boolean;
	/** In the head of a workbench: as wide as needed, with the note elsewhere (`RangeNote`). */
	isInline?: boolean;
}

/** Time range of a tool: one of the spec's presets, or a custom range of two days. */
export function RangeSelect({ value, onChange, end, disabled, isInline = false }: RangeSelectProps) {
	const choose = (range: RangeId) => {
		if (range !== "custom") return onChange({ range });
		// Starts with the days of the previous range, so that there is something to edit.
		const { from } = spanOf(value.range === "all" ? defaultRange : value, end);
		onChange(value.range === "custom" ? value : { range, from: dayText(from), until: dayText(end) });
	};
	return (
		<div className="flex flex-wrap items-start gap-2">
			<div className={isInline ? "w-54" : "flex w-full flex-col gap-1 sm:w-56"}>
				<Select
					label={t.range.scanRange}
					icon={<CalendarRange size={16} />}
					options={options}
					value={value.range}
					onChange={choose}
					disabled={disabled}
				/>
				{!isInline && <RangeNote value={value} end={end} />}
			</div>
			{value.range === "custom" && <CustomRange value={value} onChange={onChange} disabled={disabled} />}
		</div>
	);
}

/** Says where a relative range ends, unless that is today. */
export function RangeNote({ value, end }: Pick<RangeSelectProps, "value" | "end">) {
	const isRelative = value.range !== "custom" && value.range !== "all";
	if (!isRelative || dayText(end) === dayText(new Date())) return null;
	return <p className="text-12 text-ink-3">{t.range.newestMail(formatDate(end))}</p>;
}

interface CustomRangeProps extends Omit<RangeSelectProps, "value" | "end" | "isInline"> {
	value: RangeChoice & { range: "custom" };
}

/** Two days. Applied as soon as they are valid together; errors show on blur. */
function CustomRange({ value, onChange, disabled }: CustomRangeProps) {
	const given = `${value.from} ${value.until}`;
	const [days, setDays] = useState({ from: value.from, until: value.until });
	const [seen, setSeen] = useState(given);
	const [showsFault, setShowsFault] = useState(false);
	if (seen !== given) {
		setSeen(given);
		// Changed from outside, such as with the Back button.
		if (given !== `${days.from} ${days.until}`) setDays({ from: value.from, until: value.until });
	}
	const fault = showsFault ? rangeFault(days.from, days.until) : null;
	const change = (next: { from: string; until: string }) => {
		setDays(next);
		if (rangeFault(next.from, next.until) === null) onChange({ range: "custom", ...next });
	};
	const field = (name: "from" | "until", label: string) => (
		<span className="w-38">
			<Input
				type="date"
				aria-label={label}
				aria-invalid={fault !== null}
				aria-describedby={fault === null ? undefined : "range-fault"}
				value={days[name]}
				disabled={disabled}
				onChange={(event) => change({ ...days, [name]: event.target.value })}
				onKeyDown={(event) => event.key === "Enter" && setShowsFault(true)}
			/>
		</span>
	);
	return (
		<fieldset
			aria-label={t.range.customRange}
			className="flex flex-col gap-1.5"
			onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setShowsFault(true)}
		>
			<span className="flex items-center gap-2">
				{field("from", t.range.from)}
				<span className="text-13 text-ink-3">{t.range.to}</span>
				{field("until", t.range.until)}
			</span>
			{fault !== null && (
				<span id="range-fault" role="alert" className="text-12 font-medium text-red">
					{fault}
				</span>
			)}
		</fieldset>
	);
}
