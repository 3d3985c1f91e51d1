import type { MailContext } from "../context/context.ts";
import { openSession } from "../sessions/session.ts";
import { getAccount } from "../store/accounts.ts";

export interface Quota {
	/** Bytes; null: unknown. */
	usedBytes: number | null;
	limitBytes: number | null;
}

const UNKNOWN: Quota = { usedBytes: null, limitBytes: null };
const GOOD_MS = 10 * 60_000;
/** How long a failed query is not repeated. */
const FAILED_MS = 60_000;
const MAX_ENTRIES = 1_000;

/** Reads accounts' quotas from their providers, cached, because every page shows them. */
export function createQuotas(ctx: MailContext): (ownerId: string, accountId: string) => Promise<Quota> {
	const known = new Map<string, { quota: Promise<Quota>; until: number }>();

	async function fetchQuota(ownerId: string, accountId: string): Promise<Quota> {
		try {
			const { session } = await openSession(ctx, ownerId, accountId);
			try {
				const quota = await session.reader.quota?.();
				if (quota) return quota;
				known.delete(accountId);
				return UNKNOWN;
			} finally {
				await session.close();
			}
		} catch (cause) {
			ctx.log.debug(
				{ event: "mailbox.quota_failed", err: cause, account: accountId },
				"the quota of a mailbox could not be read",
			);
			known.set(accountId, { quota: Promise.resolve(UNKNOWN), until: ctx.now() + FAILED_MS });
			return UNKNOWN;
		}
	}

	return async (ownerId, accountId) => {
		const { capabilities, status } = await getAccount(ctx, ownerId, accountId);
		if (!capabilities.quota || status === "disconnected" || status === "needs_sign_in") return UNKNOWN;
		const entry = known.get(accountId);
		if (entry !== undefined && entry.until > ctx.now()) return entry.quota;
		if (known.size >= MAX_ENTRIES) known.clear();
		const quota = fetchQuota(ownerId, accountId);
		known.set(accountId, { quota, until: ctx.now() + GOOD_MS });
		return quota;
	};
}
