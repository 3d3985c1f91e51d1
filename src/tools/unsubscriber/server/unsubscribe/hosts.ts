import { getDomain } from "tldts";
import type { MailContext } from "#kernel/module.ts";
import { domainOf } from "#shared/mail/addresses.ts";
import type { NewAttempt } from "../attempts/store.ts";
import { expectedMethod } from "../methods/methods.ts";
import { subscriptionIdOf } from "../subscription-id.ts";
import { newestOffers } from "../subscriptions/ends.ts";

/**
 * Where the request of each list goes: the organizational domain of the URL or address, else of the sender. Each has one
 * request in flight at a time.
 */
export async function hostsOf(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	lists: readonly NewAttempt[],
): Promise<string[]> {
	const offers = await newestOffers(ctx.database, ownerId, lists);
	return lists.map((list) => {
		const { address } = expectedMethod(offers.get(subscriptionIdOf(list))?.offer ?? null, true);
		return hostOf(address ?? list.senderEmail);
	});
}

/** Organizational domain of a URL or address: `example.co.uk` of `https://mail.example.co.uk/x`. */
function hostOf(address: string): string {
	const host = URL.parse(address)?.hostname || domainOf(address);
	return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
