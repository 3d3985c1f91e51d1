import { Suspense, useState } from "react";
import { formatCount } from "#web/lib/base/format.ts";
import { DateRangePicker } from "#web/ui/date-range/date-range-picker.tsx";
import { addDays, type DayRange } from "#web/ui/date-range/days.ts";
import { FileImport } from "#web/ui/file-import/lazy.tsx";
import { Stepper } from "#web/ui/form/stepper.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { Part, Row, State } from "./part.tsx";

const today = "2026-11-22";
const past = (days: number): DayRange => ({ from: addDays(today, 1 - days), until: today });
const presets = [
	{ label: "Today", range: past(1) },
	{ label: "Past 7 days", range: past(7) },
	{ label: "Past 30 days", range: past(30) },
	{ label: "Past year", range: past(365) },
];

const steps = [
	{ id: "recipients", label: "Recipients", detail: "1,204 people" },
	{ id: "message", label: "Message" },
	{ id: "schedule", label: "Schedule" },
	{ id: "review", label: "Review" },
] as const;
type StepId = (typeof steps)[number]["id"];

const fields = [
	{ id: "email", label: "Email", kind: "email", isRequired: true, aliases: ["e-mail", "mail", "address"] },
	{ id: "name", label: "Name", aliases: ["full name", "contact"] },
	{ id: "company", label: "Company", aliases: ["organization"] },
] as const;

/** Longer tasks: steps, days, files. */
export function TaskParts() {
	const [step, setStep] = useState<StepId>("message");
	const [range, setRange] = useState<DayRange | null>(past(30));
	const [none, setNone] = useState<DayRange | null>(null);
	return (
		<>
			<Part name="Stepper">
				<Stepper label="New campaign" steps={steps} current={step} onStep={setStep} />
				<Stepper label="Campaign with a problem" steps={steps} current="schedule" hasError />
			</Part>
			<Part name="Date range">
				<Row>
					<DateRangePicker label="Period" value={range} onChange={setRange} presets={presets} max={today} />
					<DateRangePicker label="Days" value={none} onChange={setNone} locale="en-US" />
					<DateRangePicker label="Disabled" value={past(7)} onChange={setNone} disabled />
				</Row>
			</Part>
			<Part name="File import">
				<State name="CSV, TSV or TXT with column mapping">
					<Suspense fallback={<Skeleton rows={3} label="Loading the import" />}>
						<FileImport
							label="Import recipients"
							fields={fields}
							verb={(count) => `Import ${formatCount(count, "recipient")}`}
							onImport={(rows) => void toast({ title: `Imported ${formatCount(rows.length, "recipient")}` })}
						/>
					</Suspense>
				</State>
			</Part>
		</>
	);
}
