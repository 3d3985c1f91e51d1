import { billingContract } from "#shared/contracts/billing.ts";
import { implement } from "../../platform/http/implement.ts";
import { createRateLimits } from "../../platform/http/rate-limit.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { Context } from "../auth/context.ts";
import { openPortal, startCheckout } from "./checkout.ts";
import { deleteOldEvents, readCustomer } from "./store.ts";
import { isSubscribed } from "./subscription.ts";
import { receiveEvent } from "./webhook.ts";

/** Requests of a user that open a page at Stripe. */
const PAGES = { max: 20, window: 600 };
/** Stripe repeats an event for three days. */
const EVENTS_MS = 30 * 24 * 3_600_000;

/** Payment of pricing plans with Stripe. */
export const billingModule: ServerModule<Context> = {
	name: "billing",
	maintain: (ctx) => deleteOldEvents(ctx.database, new Date(ctx.now() - EVENTS_MS)),
	routes(ctx) {
		const limits = createRateLimits(ctx.database, ctx.config, ctx.now);
		return [
			implement(billingContract, {
				async getBilling({ caller }) {
					const customer = await readCustomer(ctx.database, caller.ownerId);
					return {
						hasPayment: ctx.config.stripe !== null,
						isSubscribed: isSubscribed(customer),
						isPastDue: customer?.status === "past_due",
					};
				},
				async startCheckout({ caller, body }) {
					await limits.check(`billing:${caller.ownerId}`, PAGES);
					return { url: await startCheckout(ctx, caller, body.planId) };
				},
				async openBillingPortal({ caller }) {
					await limits.check(`billing:${caller.ownerId}`, PAGES);
					return { url: await openPortal(ctx, caller.ownerId) };
				},
				async receiveStripeEvent({ request }) {
					await receiveEvent(ctx, request);
					return undefined;
				},
			}),
		];
	},
};
