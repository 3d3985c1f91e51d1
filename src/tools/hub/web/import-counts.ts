import { formatNumber } from "#web/lib/base/format.ts";
import type { Job } from "#web/lib/jobs/jobs.ts";
import { t } from "./text.ts";

/** A faulty entry in a file. */
export interface Flaw {
	/** Byte offset in the file. */
	offset: number;
	/** `damaged`: stored with what could be read; `unreadable`: skipped; `excludedCount out`: not listed individually. */
	outcome: "damaged" | "unreadable" | "excluded";
	/** Null if the message itself shows it. */
	reason: string | null;
}

/** Counts of a sync or import job so far. */
export interface ImportCounts {
	imported: number;
	/** Already in the mailbox. */
	duplicates: number;
	damaged: number;
	unreadable: number;
	/** By offset; if there are very many, the job lists only the first ones. */
	flaws: Flaw[];
	/** What was deliberately left out: number of entries and an explanation; absent: nothing. */
	excluded?: { count: number; sentence: string };
}

/** Parses a job's result; missing counts are zero. Null if it has no result. */
export function countsOf(job: Pick<Job, "result"> | undefined): ImportCounts | null {
	const result = job?.result;
	if (!result) return null;
	const count = (name: string) => (typeof result[name] === "number" ? result[name] : 0);
	const list = (name: string): unknown[] => (Array.isArray(result[name]) ? result[name] : []);
	const damaged = list("damagedAt").flatMap((offset): Flaw[] =>
		typeof offset === "number" ? [{ offset, outcome: "damaged", reason: null }] : [],
	);
	const unreadable = list("skipped").flatMap((entry): Flaw[] => {
		if (typeof entry !== "object" || entry === null) return [];
		const { offset, reason, kind = "unreadable" } = entry as { offset?: unknown; reason?: unknown; kind?: unknown };
		if (typeof offset !== "number" || typeof reason !== "string") return [];
		const isUnreadable = kind === "unreadable" || kind === "limit";
		return [{ offset, outcome: isUnreadable ? "unreadable" : "excluded", reason }];
	});
	return {
		imported: count("added"),
		duplicates: count("known"),
		damaged: count("damaged"),
		unreadable: count("skippedCount") - count("excludedCount"),
		flaws: [...damaged, ...unreadable].sort((a, b) => a.offset - b.offset),
		...(typeof result.excluded === "string" && {
			excluded: { count: count("excludedCount"), sentence: result.excluded },
		}),
	};
}

/** The runs of one import: the newest, and the stopped or failed ones that it resumed. */
export function runsOf<J extends Pick<Job, "state">>(newestFirst: readonly J[]): J[] {
	const earlierEnd = newestFirst.findIndex((job, index) => index > 0 && job.state === "done");
	return newestFirst.slice(0, earlierEnd < 0 ? undefined : earlierEnd);
}

/** Totals over several runs of one import; null if none has a result. */
export function sumCounts(runs: readonly Pick<Job, "result">[]): ImportCounts | null {
	const found = runs.flatMap((run) => countsOf(run) ?? []);
	if (found.length === 0) return null;
	const sum = (name: "imported" | "duplicates" | "damaged" | "unreadable") =>
		found.reduce((total, counts) => total + counts[name], 0);
	return {
		imported: sum("imported"),
		duplicates: sum("duplicates"),
		damaged: sum("damaged"),
		unreadable: sum("unreadable"),
		flaws: found.flatMap(({ flaws }) => flaws).sort((a, b) => a.offset - b.offset),
		...sumExcluded(found.flatMap(({ excluded }) => excluded ?? [])),
	};
}

function sumExcluded(parts: readonly { count: number; sentence: string }[]): Pick<ImportCounts, "excluded"> {
	if (parts.length === 0) return {};
	const sentences = new Set(parts.map(({ sentence }) => sentence));
	return { excluded: { count: parts.reduce((sum, { count }) => sum + count, 0), sentence: [...sentences].join(" ") } };
}

/** "8,311 imported · 12 duplicates · 3 damaged": only nonzero counts. */
export function describeCounts({ imported, duplicates, damaged, unreadable, excluded }: ImportCounts): string {
	const excludedCount = excluded?.count ?? 0;
	if (imported + duplicates + damaged + unreadable + excludedCount === 0) return t.counts.nothingNew;
	return [
		t.counts.imported(imported),
		duplicates > 0 && `${formatNumber(duplicates)} ${duplicates === 1 ? "duplicate" : "duplicates"}`,
		damaged > 0 && t.counts.damaged(damaged),
		unreadable > 0 && t.counts.unreadable(unreadable),
		excludedCount > 0 && t.counts.excluded(excludedCount),
	]
		.filter(Boolean)
		.join(" · ");
}
