import type { Logger } from "../log.ts";

/** The database cannot be reached at the moment: it is being restarted, or accepts no more connections. */
export class DatabaseUnavailable extends Error {
	override name = "DatabaseUnavailable";
	constructor(cause: Error) {
		super(`The database is not available: ${cause.message}`, { cause });
	}
}

/** SQLSTATE of a server that closes connections, or accepts none. */
const CODES = /^(?:08\d{2}[\dA-Z]|57P0[1-3]|53300)$/;
const NETWORK =
	/^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|CONNECT_TIMEOUT)$/;
/** Errors of `pg` that have no code. */
const MESSAGES = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect/;

/**
 * @param cause an error of `pg`: of a statement, or of connecting
 * @returns a `DatabaseUnavailable` when the connection was lost or refused; any other error as it is
 */
export function asUnavailable(cause: unknown): unknown {
	if (!(cause instanceof Error) || cause instanceof DatabaseUnavailable) return cause;
	const code = String((cause as { code?: unknown }).code ?? "");
	return CODES.test(code) || NETWORK.test(code) || MESSAGES.test(cause.message)
		? new DatabaseUnavailable(cause)
		: cause;
}

/** @returns the `DatabaseUnavailable` that caused an error, if one did */
export function unavailability(cause: unknown): DatabaseUnavailable | null {
	for (let one = cause; one instanceof Error; one = one.cause) if (one instanceof DatabaseUnavailable) return one;
	return null;
}

/** Logs once that the database went away, and once that it is back, however many connections and statements notice. */
export interface Availability {
	lost(cause: Error): void;
	back(): void;
}

export function createAvailability(log: Logger): Availability {
	let isLost = false;
	return {
		lost(cause) {
			if (isLost) return;
			isLost = true;
			log.warn(
				{ event: "database.unavailable", reason: cause.message },
				"The database can't be reached; requests are answered with 503 until it can",
			);
		},
		back() {
			if (!isLost) return;
			isLost = false;
			log.info({ event: "database.available" }, "The database can be reached again");
		},
	};
}
