import { useState } from "react";
import { hourNames } from "#web/lib/format.ts";
import { HeatMap, RowChart } from "#web/ui/charts/charts.tsx";
import { Select } from "#web/ui/select.tsx";
import type { ActivityScore } from "../contract.ts";
import { heatCells } from "../heat.ts";
import { type Direction, searchOfContact, searchWithin } from "../searches.ts";
import type { ShownList } from "./emails-dialog.tsx";
import { weekdays } from "./heat-data.ts";
import { t } from "./text.ts";
import { useOpenMail } from "./use-score.ts";

interface PatternsProps {
	report: ActivityScore;
	onList: (list: ShownList) => void;
}

/** When mail is written, with whom, and how fast it is answered. */
export function Patterns({ report, onList }: PatternsProps) {
	const divided = "border-t border-line pt-4";
	return (
		<section aria-label={t.patterns.title} className="flex min-w-0 flex-col gap-5">
			<h2 className="font-display text-20 font-medium">{t.patterns.title}</h2>
			<Hours report={report} />
			<div className={divided}>
				<Contacts report={report} />
			</div>
			<div className={divided}>
				<ResponseTimes report={report} onList={onList} />
			</div>
		</section>
	);
}

function Hours({ report }: { report: ActivityScore }) {
	const [direction, setDirection] = useState<Direction>("received");
	const open = useOpenMail();
	const cells = heatCells(report.hours, direction);
	const rows = weekdays();
	return (
		<HeatMap
			title={t.patterns.heat[direction]}
			note={t.patterns.heatNote}
			action={
				<Select
					label={t.patterns.which}
					value={direction}
					onChange={setDirection}
					options={[
						{ value: "received", label: t.patterns.received },
						{ value: "sent", label: t.patterns.sent },
					]}
				/>
			}
			head={t.patterns.day}
			rows={rows.map(({ name }) => name)}
			columns={hourNames()}
			values={rows.map(({ day }) => (cells[day] ?? []).map(({ count }) => count))}
			onSelect={(row, column) => {
				const cell = cells[rows[row]?.day ?? -1]?.[column];
				if (cell !== undefined && cell.count > 0) open(searchWithin(direction, cell.spans));
			}}
		/>
	);
}

function Contacts({ report: { contacts, current } }: { report: ActivityScore }) {
	const open = useOpenMail();
	return (
		<RowChart
			title={t.patterns.contacts}
			note={t.patterns.contactsNote}
			head={t.patterns.contact}
			points={contacts.map(({ email, name }) => ({
				label: name === "" ? email : `${name} <${email}>`,
				short: name || email,
			}))}
			series={[
				{
					...{ id: "received", label: t.patterns.received, color: "seq-4" },
					values: contacts.map(({ received }) => received),
				},
				{ id: "sent", label: t.patterns.sent, color: "seq-1", values: contacts.map(({ sent }) => sent) },
			]}
			onSelect={(index, series) => {
				const contact = contacts[index];
				if (contact === undefined) return;
				const direction = series === "received" || series === "sent" ? series : "both";
				open(searchOfContact(direction, contact.email, current));
			}}
		/>
	);
}

function ResponseTimes({ report: { responseTimes }, onList }: PatternsProps) {
	return (
		<RowChart
			title={t.patterns.times}
			note={t.patterns.timesNote}
			head={t.patterns.time}
			points={responseTimes.map(({ bucket }) => ({ label: t.patterns.buckets[bucket] }))}
			series={[
				{
					...{ id: "replies", label: t.patterns.replies, color: "seq-4" },
					values: responseTimes.map(({ replies }) => replies),
				},
			]}
			onSelect={(index) => {
				const bucket = responseTimes[index]?.bucket;
				if (bucket !== undefined) onList({ name: "replies", bucket });
			}}
		/>
	);
}
