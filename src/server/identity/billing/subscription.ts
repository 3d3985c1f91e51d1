import type Stripe from "stripe";
import { listPricingPlans, setSubscribedPlan } from "../../platform/usage/plans.ts";
import type { Context } from "../auth/context.ts";
import { askStripe } from "./client.ts";
import { type Customer, findCustomer, readCustomer, updateCustomer } from "./store.ts";

/** States in which the plan applies: in `past_due` Stripe still tries to collect a payment. */
const PAID = ["active", "trialing", "past_due"];
/** Attempts when events of a customer arrive at the same time. */
const ATTEMPTS = 5;

/**
 * Applies what Stripe says now about a customer's subscription. Events only say that something changed: what they contain
 * may be out of date.
 * @param record writes the event in the same transaction
 */
export async function applySubscription(ctx: Context, customerId: string, record: () => Promise<void>): Promise<void> {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		const customer = await findCustomer(ctx.database, customerId);
		// Another installation's, or a user who deleted their account.
		if (customer === null) {
			await ctx.database.transaction(record);
			return;
		}
		const current = await readSubscription(ctx, customerId);
		if (await store(ctx, customer, current, record)) {
			ctx.log.info(
				{ event: "billing.applied", owner: customer.ownerId, status: current.status },
				"A subscription was applied",
			);
			return;
		}
	}
	throw new Error("The subscription keeps changing");
}

interface Current {
	status: string | null;
	subscriptionId: string | null;
	priceId: string | null;
	quantity: number;
}

async function readSubscription(ctx: Context, customer: string): Promise<Current> {
	const subscription = await askStripe(ctx, async (stripe) => {
		let newest: Stripe.Subscription | null = null;
		for await (const one of stripe.subscriptions.list({ customer, status: "all", limit: 100 })) {
			if (PAID.includes(one.status)) return one;
			newest ??= one;
		}
		return newest;
	});
	const item = subscription?.items.data[0];
	return {
		status: subscription?.status ?? null,
		subscriptionId: subscription?.id ?? null,
		priceId: item?.price.id ?? null,
		quantity: item?.quantity ?? 1,
	};
}

async function store(
	{ database }: Context,
	customer: Customer,
	{ status, subscriptionId, priceId, quantity }: Current,
	record: () => Promise<void>,
): Promise<boolean> {
	const plans = await listPricingPlans(database);
	const isPaid = status !== null && PAID.includes(status);
	const { ownerId, revision, planId: before } = customer;
	// A price that the operator has replaced since still pays for the plan.
	const paidFor =
		plans.find(({ stripePriceId }) => stripePriceId !== null && stripePriceId === priceId) ??
		plans.find(({ id }) => id === before);
	const plan = isPaid ? paidFor : undefined;
	return database.transaction(async () => {
		const next = { ownerId, revision, status, subscriptionId, planId: plan?.id ?? null };
		if (!(await updateCustomer(database, next))) return false;
		const mailboxes = plan?.isPerMailbox === true ? quantity : null;
		await setSubscribedPlan(database, ownerId, { before, planId: plan?.id ?? null, mailboxes });
		await record();
		return true;
	});
}

/** Ends a subscription at the end of the paid period, so that nothing more is charged. */
export async function stopRenewal(ctx: Context, ownerId: string): Promise<void> {
	if (ctx.config.stripe === null) return;
	const customer = await readCustomer(ctx.database, ownerId);
	if (customer?.subscriptionId == null || !PAID.includes(customer.status ?? "")) return;
	const id = customer.subscriptionId;
	await askStripe(ctx, (stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
}

/** Whether a subscription applies, which the portal changes. */
export function isSubscribed(customer: Customer | null): boolean {
	return customer?.status != null && PAID.includes(customer.status);
}
