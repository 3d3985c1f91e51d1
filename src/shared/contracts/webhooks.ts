import { z } from "zod";
import { defineContract } from "../contract.ts";

/** `disabled`: by the server, after 410 Gone or days of failures. */
export const webhookState = z.enum(["active", "paused", "disabled"]);

export const webhook = z.object({
	id: z.uuid(),
	url: z.string(),
	/** Types of events that are sent. */
	events: z.array(z.string()),
	state: webhookState,
	/** `gone`: the receiver answered 410; `failing`: no delivery succeeded for five days. */
	disabledReason: z.enum(["gone", "failing"]).nullable(),
	/** Since when no delivery succeeded; null: the last one did. */
	failingSince: z.string().nullable(),
	createdAt: z.string(),
});
export type Webhook = z.infer<typeof webhook>;

export const webhookDelivery = z.object({
	id: z.uuid(),
	/** Type of the event. */
	event: z.string(),
	isTest: z.boolean(),
	/** `failed`: not attempted again, unless it is sent again. */
	state: z.enum(["pending", "delivered", "failed"]),
	attempts: z.number(),
	nextAttemptAt: z.string().nullable(),
	lastAttemptAt: z.string().nullable(),
	/** HTTP status of the last response; null: there was none. */
	responseStatus: z.number().nullable(),
	/** The beginning of the response body. */
	responseExcerpt: z.string().nullable(),
	/** Why the last attempt got no response. */
	error: z.string().nullable(),
	createdAt: z.string(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookEvent = z.object({ type: z.string(), summary: z.string() });

const params = z.object({ id: z.uuid() });
const url = z.url({ protocol: /^https?$/, error: "Enter a complete URL." }).max(2_000);
const events = z.array(z.string().max(100)).min(1, { error: "Select at least one event." }).max(100);
/** `whsec_` and the key in base64; not readable later. */
const secret = z.string();

export const webhooksContract = defineContract({
	listWebhookEvents: {
		method: "GET",
		path: "/api/v1/webhook-events",
		summary: "List the types of events that webhooks can receive",
		reply: z.object({ items: z.array(webhookEvent) }),
	},
	listWebhooks: {
		method: "GET",
		path: "/api/v1/webhooks",
		summary: "List webhooks, oldest first",
		reply: z.object({ items: z.array(webhook) }),
	},
	createWebhook: {
		method: "POST",
		path: "/api/v1/webhooks",
		summary:
			"Create a webhook: events are sent to a URL, signed as Standard Webhooks specifies; the reply has the secret",
		body: z.object({ url, events }),
		reply: z.object({ webhook, secret }),
		status: 201,
		problems: ["bad-webhook-url", "unknown-event", "too-many-webhooks"],
	},
	updateWebhook: {
		method: "PATCH",
		path: "/api/v1/webhooks/{id}",
		summary: "Change a webhook's URL or events, pause it, or resume it",
		params,
		body: z.object({ url: url.optional(), events: events.optional(), state: z.enum(["active", "paused"]).optional() }),
		reply: z.object({ webhook }),
		problems: ["bad-webhook-url", "unknown-event"],
	},
	deleteWebhook: {
		method: "DELETE",
		path: "/api/v1/webhooks/{id}",
		summary: "Delete a webhook and its log",
		params,
	},
	rollWebhookSecret: {
		method: "POST",
		path: "/api/v1/webhooks/{id}/secret",
		summary: "Replace the secret; the previous one signs as well for 24 hours",
		params,
		reply: z.object({ secret }),
	},
	testWebhook: {
		method: "POST",
		path: "/api/v1/webhooks/{id}/test",
		summary: "Send an example of an event, once",
		params,
		body: z.object({ event: z.string().max(100) }),
		reply: z.object({ delivery: webhookDelivery }),
		status: 202,
		problems: ["unknown-event"],
	},
	listWebhookDeliveries: {
		method: "GET",
		path: "/api/v1/webhooks/{id}/deliveries",
		summary: "List the deliveries of the last 30 days, newest first",
		params,
		query: z.object({
			limit: z.coerce.number().int().min(1).max(200).default(50),
			cursor: z.string().max(200).optional(),
		}),
		reply: z.object({ items: z.array(webhookDelivery), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	resendWebhookDelivery: {
		method: "POST",
		path: "/api/v1/webhook-deliveries/{id}/resend",
		summary: "Send an event again, with the same webhook-id",
		params,
		reply: z.object({ delivery: webhookDelivery }),
		status: 202,
		problems: ["webhook-not-active"],
	},
});
