import { AppError } from "../../errors.ts";

/** SQLSTATE disk_full. */
const SQL_DISK_FULL = "53100";
const CODES = ["ENOSPC", "EDQUOT", SQL_DISK_FULL, "disk-full"];
/** Worker threads and child processes pass on only the error text. */
const WORDS = /\bENOSPC\b|\bEDQUOT\b|no space left on device|database or disk is full/i;
const MAX_CAUSE_DEPTH = 8;

export const DISK_FULL =
	"The server's disk is full. You can read your email; changes and new emails wait until there is free space.";

/** The error for requests that need disk space. */
export function diskFull(cause?: unknown): AppError {
	return new AppError(507, "disk-full", DISK_FULL, { cause });
}

/** Whether an error was caused by a full disk, local or on the database server. */
export function isDiskFull(cause: unknown): boolean {
	let one: unknown = cause;
	for (let depth = 0; depth < MAX_CAUSE_DEPTH && one instanceof Error; depth++) {
		if (CODES.includes(String((one as { code?: unknown }).code)) || WORDS.test(one.message)) return true;
		one = one.cause;
	}
	return false;
}
