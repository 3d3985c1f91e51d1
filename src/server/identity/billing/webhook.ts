import { badRequest } from "../../errors.ts";
import { readText } from "../../platform/http/body.ts";
import type { Context } from "../auth/context.ts";
import { requireStripe, stripeClient } from "./client.ts";
import { isEventHandled, recordEvent } from "./store.ts";
import { applySubscription } from "./subscription.ts";

const MAX_BYTES = 1_000_000;
/** Seconds that an event's signature is valid, as Stripe recommends. */
const TOLERANCE = 300;

const HANDLED = new Set([
	...["checkout.session.completed", "invoice.paid", "invoice.payment_failed"],
	...["customer.subscription.created", "customer.subscription.updated", "customer.subscription.deleted"],
]);

/**
 * Receives an event of Stripe, at least once and in any order. An event that fails is not recorded: Stripe sends it again.
 * @throws AppError 400 `bad-signature`
 */
export async function receiveEvent(ctx: Context, request: Request): Promise<void> {
	const { webhookSecret } = requireStripe(ctx);
	const text = await readText(request, MAX_BYTES);
	const stripe = await stripeClient(ctx);
	const event = await stripe.webhooks
		.constructEventAsync(
			text,
			request.headers.get("stripe-signature") ?? "",
			webhookSecret,
			TOLERANCE,
			undefined,
			// In milliseconds.
			ctx.now(),
		)
		.catch((cause: unknown) => {
			ctx.log.warn({ event: "billing.bad_signature", err: cause }, "An event with a wrong signature was refused");
			throw badRequest("bad-signature", "The signature of this event is missing, wrong or too old.");
		});
	if (await isEventHandled(ctx.database, event.id)) return;
	const at = new Date(ctx.now());
	const object = event.data.object as { customer?: string | { id: string } | null };
	const customer = typeof object.customer === "string" ? object.customer : (object.customer?.id ?? null);
	if (!HANDLED.has(event.type) || customer === null) return recordEvent(ctx.database, event.id, at);
	await applySubscription(ctx, customer, () => recordEvent(ctx.database, event.id, at));
}
