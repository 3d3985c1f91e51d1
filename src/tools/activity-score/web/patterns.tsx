import { useNavigate, useSearch } from "@tanstack/react-router";
import { hourNames } from "#web/lib/base/format.ts";
import { mailTarget } from "#web/lib/screens/mail-link.tsx";
import { HeatMap, RowChart } from "#web/ui/charts/charts.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { ActivityScore } from "../contract.ts";
import { heatCells } from "../heat.ts";
import type { ListSearch } from "../lists.ts";
import { type Direction, searchOfContact, searchWithin } from "../searches.ts";
import { weekdays } from "./heat-data.ts";
import { listTarget } from "./list-link.tsx";
import { t } from "./text.ts";

/** When mail is written, with whom, and how fast it is answered. */
export function Patterns({ report }: { report: ActivityScore }) {
	const divided = "border-t border-line pt-4";
	return (
		<section aria-label={t.patterns.title} className="flex min-w-0 flex-col gap-5">
			<h2 className="font-display text-20 font-medium">{t.patterns.title}</h2>
			<Hours report={report} />
			<div className={divided}>
				<Contacts report={report} />
			</div>
			<div className={divided}>
				<ResponseTimes report={report} />
			</div>
		</section>
	);
}

function Hours({ report }: { report: ActivityScore }) {
	const navigate = useNavigate();
	const { hours = "received" } = useSearch({ strict: false }) as ListSearch;
	const direction: Direction = hours;
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
					// In the address, so that Back from the inbox finds the same heat map.
					onChange={(next) =>
						void navigate({ ...listTarget({ hours: next === "sent" ? next : undefined }), replace: true })
					}
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
			linkOf={(row, column) => {
				const cell = cells[rows[row]?.day ?? -1]?.[column];
				return cell === undefined || cell.count === 0 ? null : mailTarget(searchWithin(direction, cell.spans));
			}}
		/>
	);
}

function Contacts({ report: { contacts, current } }: { report: ActivityScore }) {
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
			linkOf={(index, series) => {
				const contact = contacts[index];
				if (contact === undefined) return null;
				const direction = series === "received" || series === "sent" ? series : "both";
				if (direction !== "both" && contact[direction] === 0) return null;
				return mailTarget(searchOfContact(direction, contact.email, current));
			}}
		/>
	);
}

function ResponseTimes({ report: { responseTimes } }: { report: ActivityScore }) {
	const { hours } = useSearch({ strict: false }) as ListSearch;
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
			linkOf={(index) => {
				const { bucket, replies } = responseTimes[index] ?? { bucket: undefined, replies: 0 };
				return replies === 0 ? null : listTarget({ list: "replies", bucket, hours });
			}}
		/>
	);
}
