import type { Job } from "#shared/contracts/jobs.ts";

/** A status line that is overwritten on a terminal; elsewhere only the final text is printed. */
export function progressLine(name: string) {
	const isScreen = process.stdout.isTTY;
	return {
		show(what: string, done: number, total: number | null, unit: string): void {
			if (!isScreen) return;
			const percent = total === null || total === 0 ? "" : ` ${Math.floor((done / total) * 100)} %`;
			const count = unit === "bytes" ? bytes(done) : `${done.toLocaleString("en-US")} ${unit}`;
			process.stdout.write(`\r\x1b[K${name}: ${what}${percent} (${count})`);
		},
		/** @param text empty: nothing more to print */
		end(text: string): void {
			if (isScreen) process.stdout.write("\r\x1b[K");
			if (text !== "") process.stdout.write(`${name}: ${text}\n`);
		},
	};
}

export function bytes(count: number): string {
	if (count < 1e6) return `${Math.ceil(count / 1e3).toLocaleString("en-US")} kB`;
	return count < 1e9 ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e9).toFixed(2)} GB`;
}

/** Summary of an import in one line. */
export function summary(job: Job, account: string): string {
	const count = (name: string): number => Number(job.result?.[name] ?? 0);
	const parts = [`${count("added").toLocaleString("en-US")} added to “${account}”`];
	if (count("known") > 0) parts.push(`${count("known").toLocaleString("en-US")} known already`);
	if (count("damaged") > 0)
		parts.push(`${count("damaged").toLocaleString("en-US")} damaged, stored as far as readable`);
	const excluded = count("excludedCount");
	if (excluded > 0) parts.push(`${excluded.toLocaleString("en-US")} left out`);
	const skipped = count("skippedCount") - excluded;
	if (skipped > 0) parts.push(`${skipped.toLocaleString("en-US")} not readable`);
	return `${parts.join(", ")}.`;
}
