import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { billingContract } from "#shared/contracts/billing.ts";
import { pricingContract } from "#shared/contracts/pricing.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type StripeEvent, type StripeServer, signEvent, startStripe } from "#test/stripe.ts";
import { readConfig } from "../../config.ts";

const KEY = "sk_test_key";
const SECRET = "whsec_test";
const NOW = Date.UTC(2026, 10, 20, 12);

let stripe: StripeServer;
let server: TestServer;
let operator: TestUser;
let team: string;
let perMailbox: string;

beforeAll(async () => {
	stripe = await startStripe(KEY, 2);
	const env = { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: stripe.url };
	server = await startTestServer({ env: { ...env, ALLOW_PRIVATE_HOSTS: "on" }, now: () => NOW });
	operator = await server.signUp();
	const limits = { mailboxes: 1, aiPersonalizations: null, validations: 100 };
	const add = async (name: string, more: object) =>
		(await operator.client(pricingContract).createPricingPlan({ body: { name, price: "$9", limits, ...more } })).id;
	team = await add("Team", { stripePriceId: "price_team" });
	perMailbox = await add("Each", { stripePriceId: "price_each", isPerMailbox: true });
});
afterAll(async () => {
	await server.close();
	await stripe.close();
});

const codeOf = (answer: Promise<unknown>): Promise<string> =>
	answer.then(
		() => "done",
		(cause: ApiError) => `${cause.status} ${cause.code}`,
	);

const billing = (user: TestUser) => user.client(billingContract);
const planOf = async (user: TestUser) => (await user.client(pricingContract).getPlanUsage()).plan?.name ?? null;
/** Starts a payment. @returns the session at Stripe */
const checkout = async (user: TestUser, planId = team): Promise<string> =>
	(await billing(user).startCheckout({ body: { planId } })).url.split("/").at(-1) ?? "";
const customerOf = (session: string): string =>
	stripe.requests.findLast(({ path }) => path === "POST /v1/checkout/sessions")?.form.customer ?? session;

/** @returns status and problem code */
async function deliver({ body }: StripeEvent, options: { secret?: string; at?: number; header?: string } = {}) {
	const { secret = SECRET, at = NOW / 1000, header = signEvent(body, secret, at) } = options;
	const headers = { "stripe-signature": header, "content-type": "application/json" };
	const reply = await fetch(`${server.url}/api/v1/billing/events`, { method: "POST", headers, body });
	const text = await reply.text();
	return text === "" ? String(reply.status) : `${reply.status} ${(JSON.parse(text) as { code: string }).code}`;
}

/** Somebody who has paid. */
async function subscriber(planId = team): Promise<{ user: TestUser; customer: string }> {
	const user = await server.signUp();
	const session = await checkout(user, planId);
	const customer = customerOf(session);
	for (const event of stripe.pay(session)) expect(await deliver(event)).toBe("204");
	return { user, customer };
}

describe("a subscription", () => {
	it("is paid at Stripe, and its plan applies at once", async () => {
		const user = await server.signUp();
		expect(await billing(user).getBilling()).toEqual({ hasPayment: true, isSubscribed: false, isPastDue: false });
		const session = await checkout(user);
		const { form } = stripe.requests.at(-1) ?? { form: {} };
		expect(form).toMatchObject({
			...{ mode: "subscription", client_reference_id: user.ownerId, "line_items[0][quantity]": "1" },
			success_url: `${server.ctx.config.baseUrl}/settings/plan?checkout=done`,
		});
		expect(await planOf(user)).toBeNull();
		for (const event of stripe.pay(session)) expect(await deliver(event)).toBe("204");
		expect(await planOf(user)).toBe("Team");
		expect(await billing(user).getBilling()).toEqual({ hasPayment: true, isSubscribed: true, isPastDue: false });
		expect(await codeOf(checkout(user))).toBe("409 already-subscribed");
		const { url } = await billing(user).openBillingPortal();
		expect(url).toBe(`${stripe.url}/portal/${customerOf(session)}`);
	});

	it("changes with its price, and ends", async () => {
		const { user, customer } = await subscriber();
		expect(await deliver(stripe.change(customer, { price: "price_each", quantity: 4 }))).toBe("204");
		const usage = await user.client(pricingContract).getPlanUsage();
		expect(usage).toMatchObject({ plan: { name: "Each" }, mailboxes: { limit: 4 } });
		expect(await deliver(stripe.change(customer, { status: "past_due" }, "invoice.payment_failed"))).toBe("204");
		expect(await planOf(user)).toBe("Each");
		expect(await billing(user).getBilling()).toMatchObject({ isSubscribed: true, isPastDue: true });
		expect(await deliver(stripe.change(customer, { status: "canceled" }, "customer.subscription.deleted"))).toBe("204");
		expect(await planOf(user)).toBeNull();
		expect(await codeOf(checkout(user, perMailbox))).toBe("done");
	});

	it("keeps its plan when the operator replaces the price", async () => {
		const { user, customer } = await subscriber();
		expect(await deliver(stripe.change(customer, { price: "price_replaced" }))).toBe("204");
		expect(await planOf(user)).toBe("Team");
	});

	it("applies behind any number of newer ones that were never paid", async () => {
		const user = await server.signUp();
		const session = await checkout(user);
		const paid = stripe.pay(session);
		const declined = [1, 2, 3, 4].flatMap(() => stripe.pay(session, "declined"));
		for (const event of [...paid, ...declined]) expect(await deliver(event)).toBe("204");
		expect(await planOf(user)).toBe("Team");
		expect(await billing(user).getBilling()).toMatchObject({ isSubscribed: true });
	});

	it("whose card is declined changes nothing", async () => {
		const user = await server.signUp();
		const session = await checkout(user);
		for (const event of stripe.pay(session, "declined")) expect(await deliver(event)).toBe("204");
		expect(await planOf(user)).toBeNull();
		expect(await billing(user).getBilling()).toMatchObject({ isSubscribed: false });
	});

	it("does not take back a plan that the operator has assigned since", async () => {
		const { user, customer } = await subscriber();
		await operator.client(pricingContract).setUserPlan({ params: { id: user.ownerId }, body: { planId: perMailbox } });
		await deliver(stripe.change(customer, { status: "canceled" }, "customer.subscription.deleted"));
		expect(await planOf(user)).toBe("Each");
	});

	it("is not renewed when its user deletes their account", async () => {
		const { user } = await subscriber();
		await user.client(settingsContract).deleteMyAccount({ body: { confirm: user.email } });
		const { path, form } = stripe.requests.at(-1) ?? { path: "", form: {} };
		expect(path).toMatch(/^POST \/v1\/subscriptions\/sub_/);
		expect(form).toEqual({ cancel_at_period_end: "true" });
		await server.ctx.jobs.drain();
	});
});

describe("events", () => {
	it("are handled once", async () => {
		const { user, customer } = await subscriber();
		const event = stripe.change(customer, { status: "canceled" }, "customer.subscription.deleted");
		expect(await deliver(event)).toBe("204");
		const before = stripe.requests.length;
		expect([await deliver(event), await deliver(event)]).toEqual(["204", "204"]);
		expect(stripe.requests.length).toBe(before);
		expect(await planOf(user)).toBeNull();
	});

	it("may arrive in any order, also at once", async () => {
		const { user, customer } = await subscriber();
		const first = stripe.change(customer, { status: "past_due" });
		const second = stripe.change(customer, { status: "canceled" }, "customer.subscription.deleted");
		const third = stripe.change(customer, { status: "active" });
		expect([await deliver(third), await deliver(second), await deliver(first)]).toEqual(["204", "204", "204"]);
		expect(await planOf(user)).toBe("Team");
		// While one is answered with the old state, another one arrives, and both are handled.
		const early = stripe.change(customer, { status: "active" });
		stripe.before(async () => {
			const late = stripe.change(customer, { status: "canceled" }, "customer.subscription.deleted");
			expect(await deliver(late)).toBe("204");
		});
		expect(await deliver(early)).toBe("204");
		expect(await planOf(user)).toBeNull();
	});

	it("are refused when they are forged, changed or old", async () => {
		const { user, customer } = await subscriber();
		const event = stripe.change(customer, { status: "canceled" }, "customer.subscription.deleted");
		const seconds = NOW / 1000;
		const other = signEvent(`${event.body} `, SECRET, seconds);
		expect(await deliver(event, { secret: "whsec_other" })).toBe("400 bad-signature");
		expect(await deliver(event, { header: other })).toBe("400 bad-signature");
		expect(await deliver(event, { header: "" })).toBe("400 bad-signature");
		expect(await deliver(event, { header: `t=${seconds},v0=abc` })).toBe("400 bad-signature");
		expect(await deliver(event, { at: seconds - 301 })).toBe("400 bad-signature");
		expect(await planOf(user)).toBe("Team");
		expect(await deliver(event, { at: seconds - 299 })).toBe("204");
		expect(await planOf(user)).toBeNull();
	});

	it("that fail are sent again and handled then", async () => {
		const { user, customer } = await subscriber();
		const event = stripe.change(customer, { status: "canceled" }, "customer.subscription.deleted");
		stripe.fail(500, 2);
		expect(await deliver(event)).toBe("502 stripe-unavailable");
		expect(await planOf(user)).toBe("Team");
		expect(await deliver(event)).toBe("204");
		expect(await planOf(user)).toBeNull();
	});

	it("of other customers and of other kinds are accepted", async () => {
		const { customer } = await subscriber();
		const event = stripe.change(customer, {}, "customer.updated");
		expect(await deliver(event)).toBe("204");
		const foreign = event.body.replaceAll(customer, "cus_other").replace(event.id, "evt_foreign");
		const known = foreign.replace("customer.updated", "customer.subscription.updated");
		expect(await deliver({ ...event, body: known })).toBe("204");
	});
});

describe("the settings", () => {
	it("belong together", () => {
		const env = { DATA_DIR: server.install.dataDir };
		expect(readConfig(env).stripe).toBeNull();
		expect(() => readConfig({ ...env, STRIPE_SECRET_KEY: "sk" })).toThrow("STRIPE_WEBHOOK_SECRET");
		const both = { STRIPE_SECRET_KEY: "sk", STRIPE_WEBHOOK_SECRET: "whsec" };
		expect(readConfig({ ...env, ...both }).stripe).toMatchObject({ url: "https://api.stripe.com" });
	});

	it("are needed for every payment", async () => {
		const without = await startTestServer();
		try {
			const user = await without.signUp();
			const { id } = await user.client(pricingContract).createPricingPlan({
				body: {
					...{ name: "Team", price: "$9", stripePriceId: "price_team" },
					limits: { mailboxes: null, aiPersonalizations: null, validations: null },
				},
			});
			expect(await billing(user).getBilling()).toEqual({ hasPayment: false, isSubscribed: false, isPastDue: false });
			expect(await codeOf(billing(user).startCheckout({ body: { planId: id } }))).toBe("409 no-payments");
			expect(await codeOf(billing(user).openBillingPortal())).toBe("409 no-payments");
			const { hasPayment, items } = await user.client(pricingContract).listPlansOffered();
			expect([hasPayment, items[0]?.canBuy]).toEqual([false, false]);
			const reply = await fetch(`${without.url}/api/v1/billing/events`, { method: "POST", body: "{}" });
			expect(reply.status).toBe(409);
		} finally {
			await without.close();
		}
	});
});
