import { AppError } from "../../errors.ts";

/** SQLSTATE disk_full. */
const SQL_DISK_FULL = "53100";
const CODES = ["ENOSPC", "EDQUOT", SQL_DISK_FULL, "disk-full"];
/** Threads and child processes hand on words alone. */
const WORDS = /\bENOSPC\b|\bEDQUOT\b|no space left on device/i;
const DEEPEST_CAUSE = 8;

export const DISK_FULL =
	"The server's disk is full. You can read your mail; changes and new mail wait until there is free space.";

/** The answer to what would need room on the disk. */
export function diskFull(cause?: unknown): AppError {
	return new AppError(507, "disk-full", DISK_FULL, { cause });
}

/** Whether something failed for want of room on a disk, here or at the database. */
export function isDiskFull(cause: unknown): boolean {
	let one: unknown = cause;
	for (let depth = 0; depth < DEEPEST_CAUSE && one instanceof Error; depth++) {
		if (CODES.includes(String((one as { code?: unknown }).code)) || WORDS.test(one.message)) return true;
		one = one.cause;
	}
	return false;
}
