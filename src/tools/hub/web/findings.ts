import { formatNumber } from "#web/lib/format.ts";
import type { Job } from "#web/lib/jobs.ts";

/** One place in a file where something was wrong. */
export interface Flaw {
	/** Bytes from the file's beginning. */
	offset: number;
	reason: string;
}

/** What a sync or import job has counted so far. */
export interface Findings {
	imported: number;
	duplicates: number;
	damaged: number;
	/** Could not be read at all. */
	skipped: number;
	flaws: Flaw[];
}

/** Reads a job's result; what it has not counted is zero. Null when it has no result. */
export function findingsOf(job: Pick<Job, "result"> | undefined): Findings | null {
	const result = job?.result;
	if (!result) return null;
	const count = (name: string) => (typeof result[name] === "number" ? result[name] : 0);
	return {
		imported: count("imported"),
		duplicates: count("duplicates"),
		damaged: count("damaged"),
		skipped: count("skipped"),
		flaws: Array.isArray(result.flaws) ? result.flaws.filter(isFlaw) : [],
	};
}

function isFlaw(value: unknown): value is Flaw {
	if (typeof value !== "object" || value === null) return false;
	const { offset, reason } = value as Partial<Flaw>;
	return typeof offset === "number" && typeof reason === "string";
}

/** "8,311 imported · 12 duplicates · 3 damaged": only what there is. */
export function findingsLine({ imported, duplicates, damaged, skipped }: Findings): string {
	return [
		`${formatNumber(imported)} imported`,
		duplicates > 0 && `${formatNumber(duplicates)} ${duplicates === 1 ? "duplicate" : "duplicates"}`,
		damaged > 0 && `${formatNumber(damaged)} damaged`,
		skipped > 0 && `${formatNumber(skipped)} unreadable`,
	]
		.filter(Boolean)
		.join(" · ");
}
