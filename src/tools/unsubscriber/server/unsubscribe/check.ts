import type { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { getAccount } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { unsubscriberContract } from "../../contract.ts";
import { expectedMethod, type UnsubscribeMethod } from "../methods/methods.ts";
import { canSendFrom } from "../methods/sender.ts";
import { type ListRef, subscriptionIdOf } from "../subscription-id.ts";
import { newestOffers } from "../subscriptions/ends.ts";
import { ownedLists } from "../subscriptions/owned.ts";
import { reachOf, usualUnsubscribeDeps } from "./reach.ts";
import { verifyMethods } from "./verify.ts";

type Spec = (typeof unsubscriberContract)["checkSubscriptions"];

/** Lists checked at once: each may wait for DNS. */
const CONCURRENCY = 4;

/**
 * The method that unsubscribing would start with, with signatures verified by their keys. Nothing is sent to a list.
 * @throws AppError 404
 */
export async function checkLists(
	ctx: MailContext,
	ownerId: string,
	subscriptions: readonly string[],
): Promise<z.input<Spec["reply"]>> {
	const lists = await ownedLists(ctx.database, ownerId, subscriptions);
	const items: z.input<Spec["reply"]>["items"] = [];
	for (let at = 0; at < lists.length; at += CONCURRENCY) {
		const checked = lists.slice(at, at + CONCURRENCY).map(async (list) => {
			const { method, address, explanation, by } = await checkList(ctx, ownerId, list);
			return { subscription: subscriptionIdOf(list), method, address, explanation, byUser: by === "user" };
		});
		items.push(...(await Promise.all(checked)));
	}
	return { items };
}

async function checkList(ctx: MailContext, ownerId: string, list: ListRef): Promise<UnsubscribeMethod> {
	try {
		const { dns } = await reachOf(ctx, ownerId, list.accountId, usualUnsubscribeDeps(ctx.net));
		const { methods } = await verifyMethods(ctx, dns, ownerId, list);
		return methods[0] as UnsubscribeMethod;
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		// Without the message nothing is verified, so no one-click request is offered.
		const offers = await newestOffers(ctx.database, ownerId, [list]);
		const canSend = canSendFrom(await getAccount(ctx, ownerId, list.accountId));
		const offer = offers.get(subscriptionIdOf(list))?.offer ?? null;
		return expectedMethod(offer, canSend, "message-unavailable");
	}
}
