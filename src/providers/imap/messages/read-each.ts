import type { FetchMessageObject, FetchQueryObject, ImapFlow } from "imapflow";
import { errorText, type ImapError, isRateLimited } from "../connection/errors.ts";
import {
	countUids,
	eachUid,
	hasUid,
	intersect,
	lowest,
	sequences,
	subtract,
	type UidSet,
	uidSet,
} from "../state/uids.ts";

/** Refusals in a row, without a message that can be read, after which it is not the messages. */
const MAX_REFUSED = 100;

/** Why the server does not give a message, by UID. */
export type Refused = Map<number, string>;

/**
 * Fetches messages of the selected folder. What the server refuses is narrowed down to the messages that it can't read; all
 * others arrive.
 * @param take gets each response; false: it lacks what was asked for
 * @param options.changedSince a mod-sequence (RFC 7162 §3.1.4.1)
 * @throws when the connection breaks, the server asks to wait, or refuses everything
 */
export async function readEach(
	client: ImapFlow,
	uids: UidSet,
	query: FetchQueryObject,
	take: (uid: number, message: FetchMessageObject) => boolean,
	{ changedSince, maxRefused = MAX_REFUSED }: { changedSince?: bigint; maxRefused?: number } = {},
): Promise<Refused> {
	const refused: Refused = new Map();
	let inARow = 0;

	const refuse = (uid: number, reason: string, cause?: unknown): void => {
		if (++inARow > maxRefused) throw cause ?? new Error(reason);
		refused.set(uid, reason);
	};

	const read = async (set: UidSet): Promise<void> => {
		const isOne = countUids(set) === 1;
		const got: number[] = [];
		const lacking = new Set<number>();
		let isNameless = false;
		let failure: unknown = null;
		try {
			for (const range of sequences(set))
				for await (const message of client.fetch(range, query, { uid: true, ...(changedSince && { changedSince }) })) {
					// Some servers leave out the UID; news about flags (RFC 9051 §7.5.2) may have none.
					const { headers, source, size } = message;
					const isAsked = headers !== undefined || source !== undefined || size !== undefined;
					const uid = message.uid ?? (isOne && isAsked ? set[0]?.[0] : undefined);
					isNameless ||= uid === undefined && isAsked;
					if (uid === undefined || !hasUid(set, uid)) continue;
					if (take(uid, message)) got.push(uid);
					else lacking.add(uid);
				}
		} catch (cause) {
			if (!isRefusal(client, cause)) throw cause;
			failure = cause;
		}
		if (got.length > 0) inARow = 0;
		const missing = subtract(set, uidSet(got));
		const rest = failure === null && !isNameless ? intersect(missing, uidSet(lacking)) : missing;
		if (rest.length === 0) return;
		if (isOne) return refuse(set[0]?.[0] ?? 0, errorText((failure ?? {}) as ImapError), failure);
		if (failure === null) for (const uid of eachUid(rest)) await read([[uid, uid]]);
		else {
			const lower = lowest(rest, Math.ceil(countUids(rest) / 2));
			await read(lower);
			const upper = subtract(rest, lower);
			if (upper.length > 0) await read(upper);
		}
	};
	await read(uids);
	return refused;
}

/** The server answered, and may do other things. */
export function isRefusal(client: ImapFlow, cause: unknown): boolean {
	const error = cause as ImapError;
	return client.usable && (error.responseStatus === "NO" || error.responseStatus === "BAD") && !isRateLimited(error);
}
