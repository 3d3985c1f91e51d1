import { isCancelled } from "../../platform/jobs/cancelled.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import { CannotConnect, Unavailable } from "../provider/errors.ts";
import { recordAnswer, recordNoAnswer } from "../store/server-wait.ts";

/** Calls a provider and passes on what it returns or throws. */
export type Ask = <T>(call: () => Promise<T>) => Promise<T>;

interface Asked {
	/** Null: none that one waits for. */
	server: string | null;
	/** Of the job: when the process stops, that ends calls which the server would have answered. */
	signal: AbortSignal;
	/** Milliseconds after which users are told that the server does not respond. */
	slowMs: number;
}

/** Records for the user while an account's server does not respond to changes, over all attempts. */
export function asking(
	ctx: Pick<MailContext, "database" | "events" | "log" | "now">,
	key: AccountKey,
	{ server, signal, slowMs }: Asked,
): Ask {
	if (server === null) return (call) => call();
	/** Never throws: the change itself must not fail with it. */
	const note = async (recorded: Promise<boolean>): Promise<void> => {
		try {
			if (!(await recorded)) return;
			ctx.events.publish(key.ownerId, { type: "accounts" });
			ctx.events.publish(key.ownerId, { type: "operations" });
		} catch (cause) {
			ctx.log.warn(
				{ event: "changes.wait_not_recorded", err: cause, account: key.accountId },
				"a wait for a mail server could not be recorded",
			);
		}
	};
	return async (call) => {
		const since = new Date(ctx.now());
		let noted = Promise.resolve();
		const noAnswer = (): void => {
			// Each is waited for: one that came late would record a wait that is over.
			noted = noted.then(() => note(recordNoAnswer(ctx.database, key, { server, since })));
		};
		const timer = setTimeout(noAnswer, slowMs);
		let isAnswered = true;
		try {
			return await call();
		} catch (cause) {
			isAnswered = false;
			if (signal.aborted && !isCancelled(signal)) throw cause;
			isAnswered = !(cause instanceof Unavailable || cause instanceof CannotConnect);
			if (!isAnswered) noAnswer();
			throw cause;
		} finally {
			clearTimeout(timer);
			await noted;
			if (isAnswered) await note(recordAnswer(ctx.database, key));
		}
	};
}
