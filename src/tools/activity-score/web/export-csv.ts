import { FORMULA } from "#shared/formula.ts";
import { download } from "#web/lib/base/download.ts";
import type { ActivityScore, Period } from "../contract.ts";
import { t } from "./text.ts";

type Cell = string | number | null;

/** Downloads all figures as one CSV file: metrics, response times, contacts, hours. */
export async function exportCsv(report: ActivityScore): Promise<void> {
	const { default: Papa } = await import("papaparse");
	const text = Papa.unparse(rowsOf(report), { quotes: true, escapeFormulae: FORMULA });
	download(nameOf(report, "csv"), new Blob([`\ufeff${text}\r\n`], { type: "text/csv;charset=utf-8" }));
}

/** Name of an exported file. */
export function nameOf({ current }: ActivityScore, extension: string): string {
	return `activity-score-${current.from}.${extension}`;
}

/** The lines of the export. */
export function rowsOf(report: ActivityScore): Cell[][] {
	const { current, before, sentOpenRate, clickRate, responseTimes, contacts, hours } = report;
	const row = (name: string, unit: string, read: (period: Period) => number | null): Cell[] => [
		...[name, unit, read(current)],
		before === null ? null : read(before),
	];
	return [
		[t.csv.metric, t.csv.unit, t.csv.current, t.csv.before],
		row(t.csv.score, "", ({ score }) => score),
		row(t.csv.received, "", ({ received }) => received),
		row(t.csv.sent, "", ({ sent }) => sent),
		row(t.metrics.names.emailsPerDay, "", ({ emailsPerDay }) => emailsPerDay),
		row(t.csv.response, t.csv.hours, ({ response }) => response.median),
		row(t.csv.p90, t.csv.hours, ({ response }) => response.p90),
		row(t.csv.people, "", ({ fromPeople }) => fromPeople),
		row(t.csv.answered, "", ({ answered }) => answered),
		row(t.metrics.names.replyRate, t.csv.percent, ({ replyRate }) => replyRate),
		row(t.metrics.names.openRate, t.csv.percent, ({ openRate }) => openRate),
		[t.insights.sentOpenRate, t.csv.percent, sentOpenRate, null],
		[t.insights.clickRate, t.csv.percent, clickRate, null],
		[],
		[t.patterns.times, t.patterns.replies],
		...responseTimes.map(({ bucket, replies }) => [t.patterns.buckets[bucket], replies]),
		[],
		[t.csv.email, t.patterns.received, t.patterns.sent],
		...contacts.map(({ email, received, sent }) => [email, received, sent]),
		[],
		[t.csv.hour, t.patterns.received, t.patterns.sent],
		...hours.map(({ at, received, sent }) => [at, received, sent]),
	];
}
