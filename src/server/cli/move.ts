import { type MoveOptions, moveToEmbedded, moveToPostgres } from "../backup/move.ts";
import { moveBlobs } from "../backup/move-blobs.ts";
import { type Config, readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { readArguments } from "./arguments.ts";
import { runCommand, UsageError } from "./command.ts";
import { bytes, progressLine } from "./progress.ts";

/**
 * Moves an installation between the embedded database and PostgreSQL, and raw mail between files and an object store.
 */

const USAGE = `Usage: npm run move -- [--to postgres://… | --to embedded] [--blobs s3 | --blobs files]

Stop the server first. Nothing is deleted where it was.

  --to postgres://…  copies the embedded database into this PostgreSQL, which must be empty
  --to embedded      copies the PostgreSQL of DATABASE_URL into a new embedded database
  --blobs s3         copies raw mail from DATA_DIR into the bucket of S3_BUCKET
  --blobs files      copies it back
`;

interface Order {
	to: string | null;
	blobs: "s3" | "files" | null;
}

function readOrder(): Order | null {
	const options = { to: { type: "string" }, blobs: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
	const { values, positionals } = readArguments(options, USAGE);
	if (values.help === true) return null;
	const { to = null, blobs = null } = values;
	if (positionals.length > 0 || (to === null && blobs === null))
		throw new UsageError(`Specify the source and the destination.\n\n${USAGE}`);
	if (to !== null && to !== "embedded" && !/^postgres(ql)?:\/\//.test(to))
		throw new UsageError(
			`--to takes embedded, or an address such as postgres://user:password@host:5432/name.\n\n${USAGE}`,
		);
	if (blobs !== null && blobs !== "s3" && blobs !== "files")
		throw new UsageError(`--blobs takes s3 or files.\n\n${USAGE}`);
	return { to, blobs };
}

async function main(signal: AbortSignal): Promise<number> {
	const order = readOrder();
	if (order === null) {
		process.stdout.write(USAGE);
		return 0;
	}
	const config = readConfig({ LOG_LEVEL: "warn", ...process.env });
	const line = progressLine("move");
	const options = { signal, log: createLogger(config), progress: line.show };
	try {
		if (order.blobs !== null) line.end(await mail(config, order.blobs, options));
		if (order.to !== null) line.end(await database(config, order.to, options));
		return 0;
	} catch (cause) {
		line.end("");
		throw cause;
	}
}

async function mail(config: Config, to: "s3" | "files", options: MoveOptions): Promise<string> {
	const { blobs, bytes: length, known, aside } = await moveBlobs(config, to, options);
	const there = known > 0 ? `, ${known.toLocaleString("en-US")} of them there already` : "";
	const next =
		to === "files"
			? "Take the S3 settings away and start the server."
			: `Start the server with the S3 settings.${aside === null ? "" : ` The files are in ${aside}; delete them when all is well.`}`;
	return `${blobs.toLocaleString("en-US")} messages (${bytes(length)})${there}. ${next}`;
}

async function database(config: Config, to: string, options: MoveOptions): Promise<string> {
	if (to !== "embedded") {
		const { tables, rows } = await moveToPostgres(config, to, options);
		return `${rows.toLocaleString("en-US")} rows of ${tables} tables, compared row by row. Set DATABASE_URL to that address and start the server.`;
	}
	if (config.databaseUrl === null)
		throw new UsageError("Set DATABASE_URL to the PostgreSQL that should become the embedded database.");
	const { tables, rows, aside } = await moveToEmbedded(config, config.databaseUrl, options);
	const before = aside === null ? "" : ` The embedded database that was there before is in ${aside}.`;
	return `${rows.toLocaleString("en-US")} rows of ${tables} tables, compared row by row. Take DATABASE_URL away and start the server.${before}`;
}

runCommand(main, "Stopped. The database is where it was; messages that were copied stay copied.");
