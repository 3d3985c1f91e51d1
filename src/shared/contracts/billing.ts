import { z } from "zod";
import { defineContract } from "../contract.ts";

/** A page at Stripe. */
const page = z.object({ url: z.url() });

export const billingContract = defineContract({
	getBilling: {
		method: "GET",
		path: "/api/v1/billing",
		summary: "Get whether this server takes payments, and the state of your subscription",
		session: true,
		reply: z.object({
			hasPayment: z.boolean(),
			isSubscribed: z.boolean(),
			/** The last payment failed, and Stripe tries again. */
			isPastDue: z.boolean(),
		}),
	},
	startCheckout: {
		method: "POST",
		path: "/api/v1/billing/checkout",
		summary: "Subscribe to a plan; returns the URL of the payment page at Stripe",
		session: true,
		body: z.object({ planId: z.uuid() }),
		reply: page,
		problems: ["no-payments", "already-subscribed", "stripe-unavailable", "too-many-requests"],
	},
	openBillingPortal: {
		method: "POST",
		path: "/api/v1/billing/portal",
		summary: "Change or cancel your subscription; returns the URL of the page at Stripe",
		session: true,
		reply: page,
		problems: ["no-payments", "no-subscription", "stripe-unavailable", "too-many-requests"],
	},
	receiveStripeEvent: {
		method: "POST",
		path: "/api/v1/billing/events",
		summary: "Receive an event of Stripe, with its signature",
		access: "public",
		bytes: true,
		problems: ["no-payments", "bad-signature", "stripe-unavailable"],
	},
});
