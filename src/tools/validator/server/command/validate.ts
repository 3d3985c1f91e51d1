import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { parseArgs } from "node:util";
import { addressOf } from "#kernel/addresses.ts";
import type { Command, CommandContext } from "#kernel/command.ts";
import { badRequest } from "#kernel/errors.ts";
import { csvRecord } from "#kernel/module.ts";
import { detectFormat, readSegment, rowsBySegments, SAMPLE_BYTES } from "#kernel/table-parsing.ts";
import type { TableFormat } from "#kernel/tables.ts";
import { EXPORT_COLUMNS, exportCells } from "../../export-columns.ts";
import { createDnsValidator, type Validator } from "../validator.ts";

/** Rows in progress at once. */
const CONCURRENCY = 500;
/** Characters that are written at once: a write for each row takes longer than validating it. */
const WRITTEN = 64 * 1024;
/** Rows between two reports of progress. */
const REPORT = 1_000;

const USAGE = `  validate <list.csv> [--output results.csv] [--column N]

      Validates the addresses of a CSV, TSV or TXT file by syntax, DNS and lists, and writes the rows with their verdicts
      as CSV. Mailboxes are not contacted, and nothing is stored.

      --output   the file to write; without it the result goes to standard output
      --column   which column has the addresses, from 1; without it the column is detected
`;

/** `npm run mailstead -- validate`: a file of any length, in constant memory. */
export const validateCommand: Command = { name: "validate", usage: USAGE, run };

async function run(context: CommandContext, args: readonly string[]): Promise<number> {
	const { file, output, column } = readOptions(args);
	const format = await formatOf(file, column);
	const validator = createDnsValidator(context);
	const to = output === null ? context.stdout : (await create(output)).createWriteStream();
	const counts: Record<string, number> = {};
	let rows = 0;
	let unwritten = csvRecord([...EXPORT_COLUMNS, ...format.columns]);
	try {
		for await (const { text, status } of results(file, format, { validator, signal: context.signal })) {
			unwritten += text;
			if (unwritten.length >= WRITTEN) {
				await write(to, unwritten);
				unwritten = "";
			}
			counts[status] = (counts[status] ?? 0) + 1;
			if (++rows % REPORT === 0) context.stderr.write(`${rows.toLocaleString("en-US")} rows\n`);
		}
	} finally {
		// What was validated before a failure is kept.
		await write(to, unwritten);
		if (output !== null) await new Promise<void>((resolve) => to.end(() => resolve()));
	}
	const summary = Object.entries(counts).map(([status, count]) => `${count.toLocaleString("en-US")} ${status}`);
	context.stderr.write(`${rows.toLocaleString("en-US")} rows: ${summary.join(", ") || "no addresses"}.\n`);
	return 0;
}

/** A new file. @throws AppError 400 when there is one already */
function create(path: string): Promise<FileHandle> {
	return open(path, "wx").catch((cause: Error) => {
		throw badRequest("no-output", `${path} can't be written: ${cause.message}`);
	});
}

interface Options {
	file: string;
	output: string | null;
	/** From 0. */
	column: number | undefined;
}

/** @throws AppError 400 for wrong options */
function readOptions(args: readonly string[]): Options {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			options: { output: { type: "string", short: "o" }, column: { type: "string" } },
			allowPositionals: true,
		});
		const [file, ...others] = positionals;
		const column = values.column === undefined ? undefined : Number(values.column) - 1;
		if (file === undefined || others.length > 0) throw new Error("Name one file.");
		if (column !== undefined && !(Number.isInteger(column) && column >= 0)) throw new Error("Columns count from 1.");
		return { file, output: values.output ?? null, column };
	} catch (cause) {
		throw badRequest("usage", `${(cause as Error).message}\n\n${USAGE}`);
	}
}

/** @throws AppError 400 when the file can't be read or has no addresses */
async function formatOf(path: string, emailColumn: number | undefined): Promise<TableFormat> {
	const file = await open(path).catch((cause: Error) => {
		throw badRequest("no-file", `${path} can't be read: ${cause.message}`);
	});
	try {
		const { bytesRead, buffer } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
		return detectFormat(buffer.subarray(0, bytesRead), { isWhole: bytesRead < SAMPLE_BYTES, given: { emailColumn } });
	} finally {
		await file.close();
	}
}

interface Result {
	text: string;
	status: string;
}

/** A record for each row with an address, in the order of the file; a bounded number is in progress. */
async function* results(
	path: string,
	format: TableFormat,
	{ validator, signal }: { validator: Validator; signal: AbortSignal },
): AsyncGenerator<Result> {
	const pending: Promise<Result>[] = [];
	let line = 0;
	for await (const cells of rowsBySegments(createReadStream(path), format, readSegment)) {
		signal.throwIfAborted();
		if (++line === 1 && format.hasHeader) continue;
		const email = addressOf(cells[format.emailColumn] ?? "");
		if (email.trim() === "") continue;
		const result = resultOf(validator, { email: email.slice(0, 2_000), cells, width: format.columns.length }, signal);
		// Awaited in order; one that fails earlier is reported then.
		result.catch(() => undefined);
		pending.push(result);
		if (pending.length >= CONCURRENCY) yield await (pending.shift() as Promise<Result>);
	}
	for (const result of pending) yield await result;
}

async function resultOf(
	validator: Validator,
	{ email, cells, width }: { email: string; cells: string[]; width: number },
	signal: AbortSignal,
): Promise<Result> {
	const { verdict } = await validator.validate(email, signal);
	const original = [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill("")];
	return { text: csvRecord([...exportCells(verdict), ...original]), status: verdict.status };
}

/** Writes at the reader's pace. @throws when the destination fails */
async function write(to: NodeJS.WritableStream, text: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		to.write(text, (cause) => (cause ? reject(cause) : resolve()));
	});
}
