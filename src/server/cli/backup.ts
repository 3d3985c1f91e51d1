import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { backUp } from "../backup/write.ts";
import { readConfig } from "../config.ts";
import { openFileBlobs } from "../platform/blobs/open.ts";
import { createS3Blobs } from "../platform/blobs/s3-blobs.ts";
import { createS3 } from "../platform/s3/s3.ts";
import { readArguments } from "./arguments.ts";
import { runCommand, UsageError } from "./command.ts";
import { bytes, progressLine } from "./progress.ts";

/** Backs up everything while the server runs. */

const USAGE = `Usage: npm run backup -- <file.tar or folder> [--with-secret] [--without-messages]

  <file.tar or folder>  destination; it must not exist. A folder on the same disk shares the files of messages with the
                        installation and takes little space, so copy it to another machine
  --with-secret         includes the secret that encrypts stored passwords, tokens and second factors. Without it they
                        can't be read after a restore; with it anyone who has the backup can read them
  --without-messages    excludes whole messages, when the object store has its own backups
`;

const OPTIONS = {
	"with-secret": { type: "boolean" },
	"without-messages": { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;

async function main(signal: AbortSignal): Promise<number> {
	const { values, positionals } = readArguments(OPTIONS, USAGE);
	if (values.help === true) {
		process.stdout.write(USAGE);
		return 0;
	}
	const [given] = positionals;
	if (given === undefined || positionals.length > 1)
		throw new UsageError(`Specify where to write the backup.\n\n${USAGE}`);
	const to = resolve(given);
	if (existsSync(to)) throw new UsageError(`${to} already exists. Specify a file or folder that does not exist.`);
	await mkdir(dirname(to), { recursive: true });
	const config = readConfig({ LOG_LEVEL: "warn", ...process.env });
	const blobs = config.s3 === null ? openFileBlobs(config) : createS3Blobs(createS3(config.s3), config.dataDir);
	const line = progressLine(basename(to));
	const began = performance.now();
	try {
		const report = await backUp(config, blobs, {
			to,
			withSecret: values["with-secret"] === true,
			withBlobs: values["without-messages"] !== true,
			signal,
			progress: line.show,
		});
		const seconds = Math.round((performance.now() - began) / 1000);
		const count = (n: number): string => n.toLocaleString("en-US");
		line.end(
			`${count(report.rows)} rows, ${count(report.blobs)} messages (${bytes(report.blobBytes)}) in ${seconds} s.`,
		);
		if (report.missing > 0)
			process.stdout.write(
				`${count(report.missing)} messages were deleted during the backup and are incomplete in it.\n`,
			);
		if (report.elsewhere > 0)
			process.stdout.write(`${count(report.elsewhere)} mail files that were imported where they lie are not in it.\n`);
		if (values["with-secret"] !== true)
			process.stdout.write(
				"The secret is not in it: keep it elsewhere, or stored passwords are lost (--with-secret).\n",
			);
		return 0;
	} catch (cause) {
		line.end("");
		throw cause;
	}
}

runCommand(main, "Stopped. Nothing was written.");
