import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The part of Stripe's API that payment of plans uses, over HTTP; its events are signed as Stripe signs them. */
export interface StripeServer {
	url: string;
	/** Forms of the requests so far, by method and path. */
	requests: { path: string; key: string | null; form: Record<string, string> }[];
	/** The next requests fail with this status. */
	fail(status: number, times: number): void;
	/** Runs before the next request is answered. */
	before(work: () => Promise<void>): void;
	/** The customer pays, or their card is declined, on the page of a session. @returns the events, not yet sent */
	pay(session: string, card?: "good" | "declined"): StripeEvent[];
	/** Changes the subscription of a customer, as the portal or time does. @returns the event */
	change(customer: string, change: Partial<Subscription>, type?: string): StripeEvent;
	close(): Promise<void>;
}

export interface StripeEvent {
	id: string;
	type: string;
	body: string;
}

interface Subscription {
	id: string;
	customer: string;
	status: string;
	price: string;
	quantity: number;
	cancelAtPeriodEnd: boolean;
}

/** The header `Stripe-Signature` of an event. @param at epoch seconds */
export function signEvent(body: string, secret: string, at: number): string {
	return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

/** @param secretKey requests with another key are refused @param page longest page of a list */
export async function startStripe(secretKey: string, page = 100): Promise<StripeServer> {
	const sessions = new Map<string, { customer: string; price: string; quantity: number }>();
	const subscriptions: Subscription[] = [];
	const customersByKey = new Map<string, string>();
	const requests: StripeServer["requests"] = [];
	let failures = { status: 500, times: 0 };
	let hook: (() => Promise<void>) | null = null;
	let origin = "";

	const eventOf = (type: string, object: object): StripeEvent => {
		const id = `evt_${randomUUID().replaceAll("-", "")}`;
		return { id, type, body: JSON.stringify({ id, object: "event", type, data: { object } }) };
	};

	function answer(path: string, key: string | null, form: Record<string, string>): object | null {
		if (path === "POST /v1/customers") {
			const id = customersByKey.get(key ?? "") ?? `cus_${randomUUID().slice(0, 8)}`;
			if (key !== null) customersByKey.set(key, id);
			return { id, object: "customer" };
		}
		if (path === "POST /v1/checkout/sessions") {
			const id = `cs_${randomUUID().slice(0, 8)}`;
			const [price = "", customer = ""] = [form["line_items[0][price]"], form.customer];
			sessions.set(id, { customer, price, quantity: Number(form["line_items[0][quantity]"]) });
			return { id, object: "checkout.session", url: `${origin}/pay/${id}` };
		}
		if (path === "POST /v1/billing_portal/sessions")
			return { id: "bps_1", object: "billing_portal.session", url: `${origin}/portal/${form.customer}` };
		if (path === "GET /v1/subscriptions") {
			const own = subscriptions.filter(({ customer }) => customer === form.customer).reverse();
			// -1, where there is none, gives the first page.
			const rest = own.slice(own.findIndex(({ id }) => id === form.starting_after) + 1);
			const size = Math.min(page, Number(form.limit ?? 10));
			return {
				object: "list",
				url: "/v1/subscriptions",
				data: rest.slice(0, size).map(present),
				has_more: rest.length > size,
			};
		}
		const [, id] = /^POST \/v1\/subscriptions\/(\w+)$/.exec(path) ?? [];
		const known = subscriptions.find((subscription) => subscription.id === id);
		if (known === undefined) return null;
		known.cancelAtPeriodEnd = form.cancel_at_period_end === "true";
		return present(known);
	}

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const reply = (status: number, body: object) => {
			response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
		};
		const error = (status: number, message: string) => reply(status, { error: { type: "api_error", message } });
		let text = "";
		for await (const chunk of request) text += String(chunk);
		const { pathname, searchParams } = new URL(request.url ?? "/", origin);
		if (pathname.startsWith("/pay/") || pathname.startsWith("/portal/")) {
			response.writeHead(200, { "content-type": "text/html" }).end("<title>Stripe</title><h1>Stripe</h1>");
			return;
		}
		const path = `${request.method} ${pathname}`;
		const form = Object.fromEntries([...searchParams, ...new URLSearchParams(text)]);
		const key = request.headers["idempotency-key"];
		requests.push({ path, key: typeof key === "string" ? key : null, form });
		const work = hook;
		hook = null;
		// What is answered is what was true when the request arrived.
		const found = answer(path, typeof key === "string" ? key : null, form);
		await work?.();
		if (request.headers.authorization !== `Bearer ${secretKey}`) return error(401, "Invalid API Key provided");
		if (failures.times > 0) {
			failures.times--;
			return error(failures.status, "Something went wrong");
		}
		if (found === null) return error(404, `Unrecognized request URL (${path})`);
		reply(200, found);
	}

	const server = createServer((request, response) => void handle(request, response));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url: origin,
		requests,
		fail: (status, times) => {
			failures = { status, times };
		},
		before: (work) => {
			hook = work;
		},
		pay(session, card = "good") {
			const given = sessions.get(session);
			if (given === undefined) throw new Error(`There is no session ${session}`);
			const status = card === "good" ? "active" : "incomplete";
			const id = `sub_${randomUUID().slice(0, 8)}`;
			const subscription = { ...given, id, status, cancelAtPeriodEnd: false };
			subscriptions.push(subscription);
			const { customer } = given;
			const created = eventOf("customer.subscription.created", present(subscription));
			if (card === "declined") return [created, eventOf("invoice.payment_failed", { object: "invoice", customer })];
			const session_ = { id: session, object: "checkout.session", customer, subscription: id };
			return [created, eventOf("checkout.session.completed", session_)];
		},
		change(customer, change, type = "customer.subscription.updated") {
			const subscription = subscriptions.findLast((known) => known.customer === customer);
			if (subscription === undefined) throw new Error(`${customer} has no subscription`);
			Object.assign(subscription, change);
			return eventOf(type, present(subscription));
		},
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

function present({ id, customer, status, price, quantity, cancelAtPeriodEnd }: Subscription): object {
	const item = { id: `si_${id}`, object: "subscription_item", quantity, price: { id: price, object: "price" } };
	const items = { object: "list", data: [item], has_more: false };
	return { id, object: "subscription", customer, status, cancel_at_period_end: cancelAtPeriodEnd, items };
}
