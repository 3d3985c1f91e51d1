import { existsSync } from "node:fs";
import { join } from "node:path";
import { type VerifyReport, verifyInstallation } from "../backup/verify.ts";
import { ConfigError, readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { openData } from "../open-data.ts";
import { openFileBlobs } from "../platform/blobs/open.ts";
import { createS3Blobs } from "../platform/blobs/s3-blobs.ts";
import { createS3 } from "../platform/s3/s3.ts";
import { readArguments } from "./arguments.ts";
import { runCommand, UsageError } from "./command.ts";
import { bytes, progressLine } from "./progress.ts";

/** Compares the search index, the database and the raw messages, and says what differs. */

const USAGE = `Usage: npm run verify -- [--content]

Compares the search index, the database and the stored messages, and changes nothing. With the embedded database, stop
the server first. The database of an earlier version has to be upgraded first, by starting the server.

  --content  reads every stored message and compares it with its hash
`;

/** Differences named one by one, of each kind. */
const MAX_NAMED = 20;

async function main(signal: AbortSignal): Promise<number> {
	const options = { content: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
	const { values, positionals } = readArguments(options, USAGE);
	if (values.help === true) {
		process.stdout.write(USAGE);
		return 0;
	}
	if (positionals.length > 0) throw new UsageError(USAGE);
	const config = readConfig({ LOG_LEVEL: "warn", ...process.env });
	if (config.databaseUrl === null && !existsSync(join(config.dataDir, "pg")))
		throw new ConfigError(`There is no database in ${config.dataDir}: nothing has been stored yet.`);
	const blobs = config.s3 === null ? openFileBlobs(config) : createS3Blobs(createS3(config.s3), config.dataDir);
	const { opened } = await openData(config, createLogger(config), undefined, { isReadOnly: true });
	const { database, close } = await opened;
	const line = progressLine("verify");
	try {
		const report = await verifyInstallation(
			{ database, blobs },
			{
				withContent: values.content === true,
				signal,
				progress: line.show,
			},
		);
		line.end("");
		if (report.index.length > 0 && config.databaseUrl === null)
			process.stdout.write(
				`Delete ${join(config.dataDir, "search")} and run npm start to have the search index built again.\n`,
			);
		process.stdout.write(describe(report, values.content === true));
		return report.index.length === 0 && report.blobDifferences.length === 0 ? 0 : 1;
	} finally {
		await close();
	}
}

function describe({ blobs, index, blobDifferences, unnamed }: VerifyReport, isRead: boolean): string {
	const count = (n: number, what: string): string => `${n.toLocaleString("en-US")} ${what}${n === 1 ? "" : "s"}`;
	const lines: string[] = [];
	lines.push(`Search index: ${index.length === 0 ? "no differences" : count(index.length, "difference")}.`);
	lines.push(
		...named(index, ({ accountId, emailId, what }) =>
			accountId === null ? `the whole index: ${what}` : `mailbox ${accountId}, email ${emailId ?? "(all)"}: ${what}`,
		),
	);
	const state = blobDifferences.length === 0 ? "no differences" : count(blobDifferences.length, "difference");
	lines.push(`Messages: ${count(blobs, "message")} ${isRead ? "read" : "compared"}, ${state}.`);
	lines.push(
		...named(blobDifferences, ({ accountId, sha256, what }) => `mailbox ${accountId}, message ${sha256}: ${what}`),
	);
	if (unnamed.count > 0)
		lines.push(
			`${count(unnamed.count, "stored message")} (${bytes(unnamed.bytes)}) belong${unnamed.count === 1 ? "s" : ""} to no email.`,
		);
	return `${lines.join("\n")}\n`;
}

function named<T>(differences: readonly T[], describeOne: (difference: T) => string): string[] {
	const lines = differences.slice(0, MAX_NAMED).map((one) => `  ${describeOne(one)}`);
	const more = differences.length - lines.length;
	return more === 0 ? lines : [...lines, `  and ${more.toLocaleString("en-US")} more`];
}

runCommand(main, "Stopped.");
