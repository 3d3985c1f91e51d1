import { DamagedBackup } from "../backup/format.ts";
import { Stopped } from "../backup/stopped.ts";
import { ConfigError } from "../config.ts";
import { AppError } from "../errors.ts";
import { StorageUnavailable } from "../platform/blobs/blobs.ts";
import { S3Refused } from "../platform/blobs/s3/request.ts";

/** What the person at the keyboard has to put right; the message says how. */
export class UsageError extends Error {}

/** Failures that are told in their own words; the rest is a fault, and shows where it happened. */
const told = [UsageError, ConfigError, AppError, DamagedBackup, Stopped, StorageUnavailable, S3Refused];

/**
 * Runs a command to its end and sets the exit code: 78 for settings (sysexits.h), 1 for anything else that failed.
 * @param work returns the exit code; its signal is aborted by Ctrl-C
 * @param stopped what to say then
 */
export function runCommand(
	work: (signal: AbortSignal) => Promise<number>,
	stopped: string,
	explain: (cause: Error) => string = (cause) => cause.message,
): void {
	const stopping = new AbortController();
	const stop = (): void => stopping.abort(new Stopped(stopped));
	process.once("SIGINT", stop);
	process.once("SIGTERM", stop);
	work(stopping.signal).then(
		(code) => {
			process.exitCode = code;
		},
		(cause: unknown) => {
			const words = told.some((known) => cause instanceof known)
				? explain(cause as Error)
				: cause instanceof Error
					? (cause.stack ?? cause.message)
					: String(cause);
			process.stderr.write(`${words}\n`);
			process.exitCode = cause instanceof ConfigError ? 78 : 1;
		},
	);
}
