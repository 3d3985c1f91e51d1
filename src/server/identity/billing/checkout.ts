import { conflict, notFound } from "../../errors.ts";
import { countMailboxes } from "../../mail/store/mailbox-limit.ts";
import type { Caller } from "../../platform/http/implement.ts";
import { listPricingPlans } from "../../platform/usage/plans.ts";
import type { Context } from "../auth/context.ts";
import { askStripe, requireStripe } from "./client.ts";
import { insertCustomer, readCustomer } from "./store.ts";
import { isSubscribed } from "./subscription.ts";

const RETURN_PATH = "/settings/plan";

/**
 * Starts a payment on Stripe's page.
 * @returns the URL of the page
 * @throws AppError 404, 409 `no-payments` or `already-subscribed`, 502 `stripe-unavailable`
 */
export async function startCheckout(ctx: Context, caller: Caller, planId: string): Promise<string> {
	requireStripe(ctx);
	const { ownerId } = caller;
	const plan = (await listPricingPlans(ctx.database)).find(({ id }) => id === planId);
	const price = plan?.stripePriceId ?? null;
	if (plan === undefined || price === null) throw notFound("The plan");
	const known = await readCustomer(ctx.database, ownerId);
	if (isSubscribed(known))
		throw conflict("already-subscribed", "You have a subscription already. Change it under Settings, Plan.");
	const customer = known?.customerId ?? (await createCustomer(ctx, caller));
	const quantity = plan.isPerMailbox ? Math.max(1, await countMailboxes(ctx, ownerId)) : 1;
	const back = `${ctx.config.baseUrl}${RETURN_PATH}`;
	const { url } = await askStripe(ctx, (stripe) =>
		stripe.checkout.sessions.create({
			...{ mode: "subscription", customer, client_reference_id: ownerId },
			...{ success_url: `${back}?checkout=done`, cancel_url: `${ctx.config.baseUrl}/pricing` },
			line_items: [
				{ price, quantity, ...(plan.isPerMailbox && { adjustable_quantity: { enabled: true, minimum: 1 } }) },
			],
		}),
	);
	if (url === null) throw new Error("Stripe returned a session without a page");
	return url;
}

async function createCustomer(ctx: Context, { ownerId, email, name }: Caller): Promise<string> {
	// The same key gives the same customer, should two requests come at once.
	const idempotencyKey = `customer-${ownerId}`;
	const { id } = await askStripe(ctx, (stripe) =>
		stripe.customers.create({ email, name, metadata: { user: ownerId } }, { idempotencyKey }),
	);
	return insertCustomer(ctx.database, ownerId, id);
}

/** The page at Stripe on which a user changes or cancels their subscription. @throws AppError 409 `no-subscription` */
export async function openPortal(ctx: Context, ownerId: string): Promise<string> {
	requireStripe(ctx);
	const known = await readCustomer(ctx.database, ownerId);
	if (known === null) throw conflict("no-subscription", "You have no subscription to manage.");
	const return_url = `${ctx.config.baseUrl}${RETURN_PATH}`;
	const { url } = await askStripe(ctx, (stripe) =>
		stripe.billingPortal.sessions.create({ customer: known.customerId, return_url }),
	);
	return url;
}
