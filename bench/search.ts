import type { EmailItem } from "#shared/contracts/emails.ts";
import { type BenchServer, beginImport, startServer, waitFor } from "./server.ts";
import { percentile, printTable } from "./table.ts";

const ROUNDS = 5;

/** Measures searches and pages over HTTP, on the mailbox of the file. */
export async function benchSearch(file: string, scratch: string): Promise<void> {
	const server = await startServer(scratch);
	try {
		const job = await waitFor(server, await beginImport(server, file));
		console.log(`${JSON.stringify(job.result)}`);
		console.log(`quiet ${await untilQuiet(server)} s after the import`);
		const kinds = await requests(server);
		const rows: (string | number)[][] = [];
		const all: number[] = [];
		for (const [kind, paths] of kinds) {
			const times: number[] = [];
			let found = 0;
			const before = server.processorMs();
			for (let round = 0; round < ROUNDS; round++)
				for (const path of paths) {
					const begin = performance.now();
					const response = await server.fetch(path);
					const body = (await response.json()) as { items: unknown[] };
					times.push(performance.now() - begin);
					if (!response.ok) throw new Error(`${path}: ${response.status}`);
					found += round === 0 ? body.items.length : 0;
				}
			all.push(...times);
			const used = before === null ? "" : (((server.processorMs() ?? 0) - before) / times.length).toFixed(1);
			rows.push([
				kind,
				paths.length,
				found,
				percentile(times, 50),
				percentile(times, 95),
				percentile(times, 100),
				used,
			]);
		}
		rows.push(["all", "", "", percentile(all, 50), percentile(all, 95), percentile(all, 100), ""]);
		printTable(["", "different", "items", "p50 ms", "p95 ms", "most ms", "processor ms"], rows);
		console.log(`peak resident memory of the server, import included: ${server.peakMb()} MB`);
	} finally {
		await server.stop();
	}
}

/** The words of an import are merged into the index in the background; searches are timed after that. @returns seconds waited */
export async function untilQuiet(server: BenchServer): Promise<number> {
	const step = 2;
	for (let waited = 0; ; waited += step) {
		const before = server.processorMs() ?? 0;
		await new Promise((resolve) => setTimeout(resolve, step * 1000));
		if ((server.processorMs() ?? 0) - before < step * 50 || waited >= 120) return waited;
	}
}

/** Typical queries, with words and people from the mailbox. */
export async function requests(server: BenchServer): Promise<Map<string, string[]>> {
	const items = await sample(server);
	const words = [...new Set(items.flatMap((item) => item.subject.split(/[^\p{L}\p{N}]+/u)))].filter(
		(word) => word.length > 3,
	);
	const some = <T>(list: readonly T[], n: number): T[] =>
		list.filter((_, i) => i % Math.max(1, Math.floor(list.length / n)) === 0);
	const search = (q: string): string => `/api/v1/emails?q=${encodeURIComponent(q)}`;
	const people = [...new Set(items.map((item) => item.senderEmail))].filter((email) => email !== "");
	const subjects = items.map((item) => item.subject.split(/\s+/).slice(1, 4)).filter((part) => part.length === 3);
	const pairs = some(words, 20).map((word, i) => `${word} ${words[(i * 7) % words.length]}`);
	return new Map([
		["folder page", ["inbox", "sent", "spam", "trash"].map((folder) => `/api/v1/emails?folder=${folder}`)],
		["one word", some(words, 20).map(search)],
		["two words", pairs.map(search)],
		["word in the inbox", some(words, 20).map((word) => `${search(word)}&folder=inbox`)],
		["beginning of a word", some(words, 20).map((word) => search(word.slice(0, 3)))],
		["subject:", some(words, 20).map((word) => search(`subject:${word}`))],
		["from:", some(people, 20).map((email) => search(`from:${email}`))],
		["phrase", some(subjects, 20).map((part) => search(`"${part.join(" ").replaceAll('"', "")}"`))],
		["word and flag", some(words, 20).map((word) => search(`${word} is:unread`))],
		["word -word", pairs.map((pair) => search(pair.replace(" ", " -")))],
		["word OR word", pairs.map((pair) => search(pair.replace(" ", " OR ")))],
		[
			"no word",
			[
				"is:unread",
				"is:starred",
				"has:attachment",
				"larger:100k",
				"older_than:2y",
				"newer_than:1m",
				"larger:1M is:unread",
				"before:2018-01-01 has:attachment",
			].map(search),
		],
		["plain", some(words, 20).map((word) => `${search(word.slice(1))}&mode=plain`)],
	]);
}

/** A sample of the whole mailbox: messages of some spaced pages. */
async function sample(server: BenchServer): Promise<EmailItem[]> {
	const items: EmailItem[] = [];
	for (const q of ["", "before:2024-01-01", "before:2021-03-01", "before:2018-01-01", "before:2016-01-01"]) {
		const page = await server.fetch(`/api/v1/emails?limit=200&q=${encodeURIComponent(q)}`);
		items.push(...((await page.json()) as { items: EmailItem[] }).items);
	}
	return items;
}
