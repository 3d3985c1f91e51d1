/**
 * Events that users can have sent to other programs. A module declares them as `webhookEvents` and emits them in the
 * transaction that makes them true.
 */

/** Records facts for the webhooks that receive them. */
export { emitWebhook, isWebhookWanted, withdrawWebhook } from "../platform/webhooks/emit.ts";
/** A declared event, and a fact. */
export type { WebhookEvent, WebhookFact } from "../platform/webhooks/events.ts";
