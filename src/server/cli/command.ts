import { DamagedBackup } from "../backup/format.ts";
import { Interrupted } from "../backup/interrupted.ts";
import { ConfigError } from "../config.ts";
import { EmbeddedFailure, explainDamage } from "../db/embedded-failure.ts";
import { AppError } from "../errors.ts";
import { isDiskFull } from "../platform/disk/disk-full.ts";
import { S3Refused, StorageUnavailable } from "../platform/s3/request.ts";
import { createFilesPrivately } from "../private-folder.ts";

/** A user error; the message says how to fix it. */
export class UsageError extends Error {}

/** Errors shown by message only; any other is a bug, shown with its stack. */
const expectedErrors = [
	...[UsageError, ConfigError, AppError, DamagedBackup, Interrupted, StorageUnavailable, S3Refused],
	EmbeddedFailure,
];

/**
 * Runs a command and sets the exit code: 78 for configuration errors, 75 for a full disk (sysexits.h), 1 for any other
 * failure.
 * @param work returns the exit code; its signal is aborted by Ctrl-C
 * @param stopped message when interrupted
 */
export function runCommand(
	work: (signal: AbortSignal) => Promise<number>,
	stopped: string,
	explain: (cause: Error) => string = (cause) => cause.message,
): void {
	createFilesPrivately();
	const stopping = new AbortController();
	const stop = (): void => stopping.abort(new Interrupted(stopped));
	process.once("SIGINT", stop);
	process.once("SIGTERM", stop);
	work(stopping.signal).then(
		(code) => {
			process.exitCode = code;
		},
		(cause: unknown) => {
			process.stderr.write(`${wordsOf(cause, explain)}\n`);
			process.exitCode = isDiskFull(cause) ? 75 : cause instanceof ConfigError ? 78 : 1;
		},
	);
}

function wordsOf(cause: unknown, explain: (cause: Error) => string): string {
	if (isDiskFull(cause) && !(cause instanceof AppError)) {
		const { path } = cause as NodeJS.ErrnoException;
		return `The disk is full${path === undefined ? "" : ` (${path} could not be written)`}. Free some space and try again; nothing is lost.`;
	}
	if (expectedErrors.some((known) => cause instanceof known)) return explain(cause as Error);
	const damage = explainDamage(cause);
	if (damage !== null) return damage;
	return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
