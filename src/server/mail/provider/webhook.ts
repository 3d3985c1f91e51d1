import type { z } from "zod";
import type { RouteSpec } from "#shared/contract.ts";

/** What a notification reports: which accounts may have changed. */
export interface WebhookResult {
	/** Null: none. */
	changed: { email: string } | { accountId: string } | null;
	/** For routes with `raw`. */
	response?: Response;
}

export interface WebhookRequest<Query, Body> {
	query: Query;
	body: Body;
	/** The request itself, where the route takes `bytes`. */
	request: Request;
	/** Whether this is the key in the account's webhook URL (`ProviderHost.webhookUrl`). */
	isKeyOf(accountId: string, key: string): boolean;
	/** Compares in constant time. */
	isSame(one: string, other: string): boolean;
}

/** A webhook that the provider calls when mailboxes change: `POST /api/v1/webhooks/<kind>`, open to everyone. */
export interface Webhook {
	spec: Pick<RouteSpec, "summary" | "query" | "body" | "bytes" | "raw">;
	/** @returns null when the notification is not from the provider: answered with 404 */
	receive(input: WebhookRequest<unknown, unknown>): Promise<WebhookResult | null> | WebhookResult | null;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

/** Declares a webhook; exists so that its input is typed by its schemas. */
export function defineWebhook<const Spec extends Webhook["spec"]>(
	spec: Spec,
	receive: (
		input: WebhookRequest<Out<Spec["query"]>, Out<Spec["body"]>>,
	) => Promise<WebhookResult | null> | WebhookResult | null,
): Webhook {
	return { spec, receive: receive as Webhook["receive"] };
}
