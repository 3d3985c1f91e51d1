import { getDomain } from "tldts";
import type { MailContext } from "#server/mail/context/context.ts";
import { domainOf } from "#shared/mail/addresses.ts";
import type { AttemptRow } from "../attempts/store.ts";
import { expectedMethod } from "../methods/methods.ts";
import { subscriptionIdOf } from "../subscription-id.ts";
import { newestOffers } from "../subscriptions/ends.ts";

/**
 * Groups attempts by target: the organizational domain of the URL or address, else of the sender. Each group has one
 * request in flight at a time.
 */
export async function queuesByHost(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	rows: readonly AttemptRow[],
): Promise<Map<string, AttemptRow[]>> {
	const refs = rows.map((row) => ({ accountId: row.account_id, listKey: row.list_key }));
	const offers = await newestOffers(ctx.database, ownerId, refs);
	const lines = new Map<string, AttemptRow[]>();
	for (const row of rows) {
		const offered = offers.get(subscriptionIdOf({ accountId: row.account_id, listKey: row.list_key }));
		const { address } = expectedMethod(offered?.offer ?? null, true);
		const host = hostOf(address ?? row.sender_email);
		const line = lines.get(host);
		if (line === undefined) lines.set(host, [row]);
		else line.push(row);
	}
	return lines;
}

/** Organizational domain of a URL or address: `example.co.uk` of `https://mail.example.co.uk/x`. */
function hostOf(address: string): string {
	const host = URL.parse(address)?.hostname || domainOf(address);
	return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
