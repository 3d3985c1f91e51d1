import type Stripe from "stripe";
import { brand } from "#shared/brand.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../auth/context.ts";

/** Waiting for Stripe in milliseconds. */
const TIMEOUT_MS = 15_000;

type Ctx = Pick<Context, "config" | "net">;

/** @throws AppError 409 `no-payments` */
export function requireStripe({ config }: Pick<Context, "config">): NonNullable<typeof config.stripe> {
	if (config.stripe === null) throw new AppError(409, "no-payments", "This server takes no payments.");
	return config.stripe;
}

const clients = new WeakMap<Context["config"], Promise<Stripe>>();

/** The client of Stripe's API, loaded when it is used first. Its requests go through the guarded network access. */
export function stripeClient(ctx: Ctx): Promise<Stripe> {
	const found = clients.get(ctx.config) ?? loadClient(ctx);
	clients.set(ctx.config, found);
	return found;
}

async function loadClient({ config, net }: Ctx): Promise<Stripe> {
	const { secretKey, url } = requireStripe({ config });
	const { default: StripeClient } = await import("stripe");
	const { protocol, hostname, port } = new URL(url);
	return new StripeClient(secretKey, {
		...{ host: hostname, port: port === "" ? (protocol === "https:" ? 443 : 80) : port },
		...{ protocol: protocol === "http:" ? "http" : "https", timeout: TIMEOUT_MS, maxNetworkRetries: 1 },
		appInfo: { name: brand.slug },
		telemetry: false,
		httpClient: StripeClient.createFetchHttpClient(async (address: string | URL | Request, init: RequestInit = {}) => {
			const reply = await net.http(String(address), {
				method: init.method === "POST" ? "POST" : "GET",
				headers: Object.fromEntries(new Headers(init.headers)),
				...(typeof init.body === "string" && init.body !== "" && { body: init.body }),
				...(init.signal && { signal: init.signal }),
				...{ timeoutMs: TIMEOUT_MS, maxRedirects: 0 },
			});
			return new Response(Buffer.from(reply.body), { status: reply.status, headers: reply.headers });
		}),
	});
}

/** Runs requests to Stripe. @throws AppError 502 `stripe-unavailable` */
export async function askStripe<T>(ctx: Ctx, ask: (stripe: Stripe) => Promise<T>): Promise<T> {
	try {
		return await ask(await stripeClient(ctx));
	} catch (cause) {
		if (cause instanceof AppError) throw cause;
		throw new AppError(502, "stripe-unavailable", "Stripe didn't accept the request. Try again in a few minutes.", {
			cause,
		});
	}
}
