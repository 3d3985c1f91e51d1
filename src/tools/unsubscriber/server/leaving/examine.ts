import type { Context } from "#server/context.ts";
import type { Dns } from "#server/dns/dns.ts";
import { AppError } from "#server/errors.ts";
import { getAccount } from "#server/mailbox/accounts/store.ts";
import { readHeaderSection } from "#server/mailbox/parse/header-section.ts";
import { rawMessage } from "#server/mailbox/store/content.ts";
import { readWhole } from "#server/mailbox/store/whole-email.ts";
import { newestMessage, newestOffers } from "../subscriptions/ends.ts";
import { type ListRef, subscriptionIdOf } from "../subscriptions/subscription-id.ts";
import type { Letter } from "./mailto.ts";
import { readOffer } from "./offer.ts";
import { receiverOf } from "./receiver.ts";
import { canSendFrom } from "./sender.ts";
import { whyNotSigned } from "./signature.ts";
import { type Way, waysOf } from "./ways.ts";

/** How a list can really be left: read from a message's own bytes, with its signature checked. */
export interface Examined {
	emailId: string;
	ways: Way[];
	letter: Letter | null;
	/** The mailbox's address; null: unknown, and then nothing is sent. */
	from: string | null;
}

/**
 * Reads the newest message that offers a way out.
 * @throws AppError when its bytes cannot be had, or when no message of the list is left
 */
export async function examine(ctx: Context, dns: Pick<Dns, "txt">, ownerId: string, ref: ListRef): Promise<Examined> {
	const offers = await newestOffers(ctx.database, ownerId, [ref]);
	const emailId = offers.get(subscriptionIdOf(ref))?.emailId ?? (await newestMessage(ctx.database, ownerId, ref));
	if (emailId === null)
		throw new AppError(410, "message-gone", "No message of this list is left, so nobody knows how to leave it.");
	const email = await readWhole(ctx, ownerId, emailId);
	const raw = await rawMessage(ctx, email);
	const { fields } = readHeaderSection(Buffer.from(raw), 0);
	const offer = readOffer(fields, email.listUnsubscribe?.links ?? []);
	const account = await getAccount(ctx, ownerId, ref.accountId);
	const receiver = receiverOf(account.provider, await settingsOf(ctx, ownerId, ref.accountId), account.email);
	const receivedAt = new Date(email.receivedAt);
	const whyNotOneClick =
		offer.oneClick === null ? offer.whyNotOneClick : await whyNotSigned(dns, { raw, fields, receivedAt, receiver });
	const ways = waysOf(offer, { whyNotOneClick, canSend: canSendFrom(account) });
	return { emailId, ways, letter: offer.letter, from: account.email };
}

async function settingsOf(ctx: Context, ownerId: string, accountId: string): Promise<Record<string, unknown>> {
	const [row] = await ctx.database.query<{ settings: Record<string, unknown> }>(
		"select settings from connected_accounts where owner_id = $1 and id = $2",
		[ownerId, accountId],
	);
	return row?.settings ?? {};
}
