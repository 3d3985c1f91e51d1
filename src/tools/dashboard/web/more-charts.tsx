import { formatBytes, hourNames, locale } from "#web/lib/base/format.ts";
import { formatDays } from "#web/lib/base/format-days.ts";
import { mailTarget } from "#web/lib/screens/mail-link.tsx";
import { BarChart, HeatMap, RowChart } from "#web/ui/charts/charts.tsx";
import type { Charts, StorageOfYear } from "../contract.ts";
import { receivedQuery, type StorageType, senderQuery, storageQuery } from "../queries.ts";
import { hourAfter, hourRows } from "./chart-data.ts";
import { t } from "./text.ts";

const rowDay = new Intl.DateTimeFormat(locale, { weekday: "short", month: "short", day: "numeric" });

/** A local date as a day without a time zone. */
function plainDay(date: Date): string {
	return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10);
}

/** The last two weeks with mail, hour by hour. */
export function HoursChart({ hours }: { hours: NonNullable<Charts["hours"]> }) {
	const rows = hourRows(hours);
	const [first, last] = [rows[0], rows.at(-1)];
	return (
		<HeatMap
			title={t.hours.title}
			note={first && last && t.hours.note(formatDays(plainDay(first.day), plainDay(last.day)))}
			head={t.hours.head}
			rows={rows.map(({ day }) => rowDay.format(day))}
			columns={hourNames()}
			values={rows.map(({ cells }) => cells.map(({ count }) => count))}
			linkOf={(row, column) => {
				const { at, count } = rows[row]?.cells[column] ?? { at: null, count: 0 };
				return at === null || count === 0 ? null : mailTarget(receivedQuery({ from: at, until: hourAfter(at) }));
			}}
		/>
	);
}

const types = [
	{ id: "plain", color: "seq-4" },
	{ id: "attached", color: "seq-1" },
	{ id: "discarded", color: "other" },
] as const satisfies { id: StorageType; color: string }[];

/** What takes up space, by year of the email. */
export function StorageChart({ storage, note }: { storage: readonly StorageOfYear[]; note: string | undefined }) {
	const used = types.filter(({ id }) => storage.some((year) => year[id].bytes > 0));
	return (
		<div className="min-w-0">
			<BarChart
				title={t.storage.title}
				note={formatBytes(
					storage.reduce((sum, year) => sum + types.reduce((all, { id }) => all + year[id].bytes, 0), 0),
				)}
				head={t.storage.year}
				points={storage.map(({ year }) => ({ label: String(year) }))}
				series={used.map(({ id, color }) => ({
					...{ id, color, label: t.storage.types[id] },
					values: storage.map((year) => year[id].bytes),
				}))}
				format={formatBytes}
				linkOf={(index, id) => {
					const year = storage[index];
					if (year === undefined) return null;
					const type = id === "" ? undefined : (id as StorageType);
					const shown = type === undefined ? types.map((one) => one.id) : [type];
					if (shown.every((one) => year[one].count === 0)) return null;
					return mailTarget(storageQuery(year.year, type));
				}}
			/>
			{note !== undefined && <p className="mt-2 text-13 text-ink-3">{note}</p>}
		</div>
	);
}

interface SendersChartProps {
	senders: NonNullable<Charts["senders"]>;
	span: { from: string; until: string };
}

/** Who sent most in the range. */
export function SendersChart({ senders, span }: SendersChartProps) {
	return (
		<RowChart
			title={t.senders.title}
			note={t.senders.note}
			head={t.senders.head}
			points={senders.map(({ email, name }) => ({
				label: name === "" ? email : `${name} <${email}>`,
				short: name || email,
			}))}
			series={[{ id: "emails", label: t.senders.emails, color: "seq-4", values: senders.map(({ count }) => count) }]}
			linkOf={(index) => {
				const sender = senders[index];
				return sender === undefined ? null : mailTarget(senderQuery(sender.email, span));
			}}
		/>
	);
}
