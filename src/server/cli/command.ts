import { DamagedBackup } from "../backup/format.ts";
import { Interrupted } from "../backup/interrupted.ts";
import { ConfigError } from "../config.ts";
import { AppError } from "../errors.ts";
import { S3Refused, StorageUnavailable } from "../platform/s3/request.ts";

/** A user error; the message says how to fix it. */
export class UsageError extends Error {}

/** Errors shown by message only; any other is a bug, shown with its stack. */
const expectedErrors = [UsageError, ConfigError, AppError, DamagedBackup, Interrupted, StorageUnavailable, S3Refused];

/**
 * Runs a command and sets the exit code: 78 for configuration errors (sysexits.h), 1 for any other failure.
 * @param work returns the exit code; its signal is aborted by Ctrl-C
 * @param stopped message when interrupted
 */
export function runCommand(
	work: (signal: AbortSignal) => Promise<number>,
	stopped: string,
	explain: (cause: Error) => string = (cause) => cause.message,
): void {
	const stopping = new AbortController();
	const stop = (): void => stopping.abort(new Interrupted(stopped));
	process.once("SIGINT", stop);
	process.once("SIGTERM", stop);
	work(stopping.signal).then(
		(code) => {
			process.exitCode = code;
		},
		(cause: unknown) => {
			const words = expectedErrors.some((known) => cause instanceof known)
				? explain(cause as Error)
				: cause instanceof Error
					? (cause.stack ?? cause.message)
					: String(cause);
			process.stderr.write(`${words}\n`);
			process.exitCode = cause instanceof ConfigError ? 78 : 1;
		},
	);
}
