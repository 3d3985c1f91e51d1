import { basename, resolve } from "node:path";
import { DamagedBackup } from "../backup/format.ts";
import { type RestoreReport, restore } from "../backup/restore.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { readArguments } from "./arguments.ts";
import { runCommand, UsageError } from "./command.ts";
import { progressLine } from "./progress.ts";

/** Restores a backup into an empty installation, all or nothing. */

const USAGE = `Usage: npm run restore -- <file.tar or folder> [--skip-damaged]

  <file.tar or folder>  a backup; it goes into DATA_DIR, or into DATABASE_URL and S3_BUCKET where they are set
  --skip-damaged        skips messages whose bytes are damaged in the backup
`;

const OPTIONS = { "skip-damaged": { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;

async function main(signal: AbortSignal): Promise<number> {
	const { values, positionals } = readArguments(OPTIONS, USAGE);
	if (values.help === true) {
		process.stdout.write(USAGE);
		return 0;
	}
	const [given] = positionals;
	if (given === undefined || positionals.length > 1) throw new UsageError(`Name the backup.\n\n${USAGE}`);
	const config = readConfig({ LOG_LEVEL: "warn", ...process.env });
	const line = progressLine(basename(given));
	try {
		const report = await restore(config, {
			from: resolve(given),
			skipDamaged: values["skip-damaged"] === true,
			signal,
			log: createLogger(config),
			progress: line.show,
		});
		line.end(summary(report));
		if (report.secret === "other") process.stdout.write(SECRET_WORDS);
		return 0;
	} catch (cause) {
		line.end("");
		if (cause instanceof DamagedBackup)
			throw new UsageError(`${given} cannot be restored. ${cause.message} Nothing was changed.`);
		throw cause;
	}
}

const SECRET_WORDS = `The secret of the installation that was backed up is not the one here: stored passwords of mailboxes and second
factors cannot be read. Set MAILSTEAD_SECRET to the old one (the file "secret" of its data folder), or have people
enter their passwords again.
`;

function summary({ createdAt, rows, blobs, missing, damaged, hasBlobs }: RestoreReport): string {
	const count = (n: number): string => n.toLocaleString("en-US");
	const parts = [`${count(rows)} rows as of ${createdAt}`];
	if (hasBlobs) parts.push(`${count(blobs)} messages`);
	if (missing > 0) parts.push(`${count(missing)} that were gone already`);
	if (damaged > 0) parts.push(`${count(damaged)} damaged and left out`);
	return `${parts.join(", ")}. Everything was compared with the backup.`;
}

runCommand(main, "Stopped. Nothing was changed.");
