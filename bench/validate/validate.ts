import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isInstalled, measure } from "../process.ts";
import { printTable } from "../table.ts";

const ADDRESSES = 10_000;
const DOMAINS = 3_000;
const DELAYS_MS = [0, 30];
const LARGE = 1_000_000;

/** What the server was asked. */
interface Asked {
	queries: string[];
	/** From the first to the last query. */
	seconds: number;
}

/**
 * How fast addresses are validated by a DNS server of its own, against dnsperf with the same questions, and how much
 * memory a long file takes.
 * @param rows of the long file
 */
export async function benchValidate(folder: string, rows = LARGE): Promise<void> {
	const path = join(folder, "list.csv");
	await writeList(path, ADDRESSES);
	const table: (string | number)[][] = [];
	for (const delayMs of DELAYS_MS) table.push(await compare(folder, path, delayMs));
	printTable(["latency", "questions", "validator", "dnsperf", "ratio", "addresses/s"], table);
	const large = join(folder, "large.csv");
	await writeList(large, rows);
	const server = await startServer(0);
	const { seconds, peakMb } = await validate(large, join(folder, "large-results.csv"), server.port);
	server.stop();
	console.log(
		`${rows.toLocaleString("en-US")} rows in ${seconds.toFixed(0)} s (${Math.round(rows / seconds).toLocaleString("en-US")} a second), ${peakMb?.toFixed(0) ?? "?"} MB resident`,
	);
}

async function compare(folder: string, path: string, delayMs: number): Promise<(string | number)[]> {
	const server = await startServer(delayMs);
	try {
		await validate(path, join(folder, `results-${delayMs}.csv`), server.port);
		const own = await server.asked();
		const rate = own.queries.length / own.seconds;
		const head = [`${delayMs} ms`, own.queries.length, `${Math.round(rate)}/s`];
		const perSecond = Math.round(ADDRESSES / own.seconds);
		if (!isInstalled("dnsperf")) return [...head, "not installed", "", perSecond];
		const questions = join(folder, "questions.txt");
		await writeFile(questions, `${own.queries.join("\n")}\n`);
		const { output } = await measure("dnsperf", [
			"-s",
			"127.0.0.1",
			"-p",
			String(server.port),
			"-d",
			questions,
			"-n",
			"1",
		]);
		const theirs = Number(/Queries per second:\s+([\d.]+)/.exec(output)?.[1]);
		return [...head, `${Math.round(theirs)}/s`, (rate / theirs).toFixed(2), perSecond];
	} finally {
		server.stop();
	}
}

function validate(from: string, to: string, port: number) {
	const program = ["--disable-warning=ExperimentalWarning", "src/server/cli/mailstead.ts"];
	return measure(process.execPath, [...program, "validate", from, "--output", to], {
		DNS_SERVERS: `127.0.0.1:${port}`,
	});
}

async function startServer(delayMs: number) {
	const script = new URL("./dns-server.ts", import.meta.url).pathname;
	const args = ["--disable-warning=ExperimentalWarning", script, String(DOMAINS), String(delayMs)];
	const child: ChildProcessWithoutNullStreams = spawn(process.execPath, args);
	child.stderr.pipe(process.stderr);
	const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
	const line = async (): Promise<string> => String((await lines.next()).value);
	const port = Number(await line());
	return {
		port,
		async asked(): Promise<Asked> {
			child.stdin.write("\n");
			return JSON.parse(await line()) as Asked;
		},
		stop: () => void child.stdin.end(),
	};
}

/** A list as a shop has it, with other columns. */
async function writeList(path: string, rows: number): Promise<void> {
	if (rows <= ADDRESSES) {
		await writeFile(path, `Name,Email,City\n${Array.from({ length: rows }, (_, i) => row(i)).join("")}`);
		return;
	}
	const file = createWriteStream(path);
	file.write("Name,Email,City\n");
	for (let from = 0; from < rows; from += ADDRESSES) {
		const part = Array.from({ length: Math.min(ADDRESSES, rows - from) }, (_, i) => row(from + i)).join("");
		await new Promise<void>((resolve, reject) => {
			file.write(part, (cause) => (cause ? reject(cause) : resolve()));
		});
	}
	await new Promise<void>((resolve) => file.end(resolve));
}

const row = (i: number): string => `Customer ${i},person.${i}@d${(i * 7) % DOMAINS}.test,City ${i % 100}\n`;
