/** Change notifications (https://learn.microsoft.com/graph/change-notifications-delivery-webhooks). */

import { type Call, created, type Handler, json } from "./call.ts";
import { badRequest, GraphError } from "./errors.ts";
import type { OutlookChange } from "./mailbox.ts";
import type { MethodName } from "./methods.ts";
import { wantsImmutable } from "./resource.ts";

export interface Subscription {
	id: string;
	email: string;
	resource: string;
	changeType: string;
	notificationUrl: string;
	expirationDateTime: string;
	clientState: string | null;
	immutable: boolean;
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Maximum lifetime of a mail subscription: seven days. */
const MAX_LIFETIME_MS = 10_080 * 60_000;

export function createSubscriptions(now: () => number) {
	const all = new Map<string, Subscription>();
	/** Notifications sent to subscribers. */
	const sent: { subscriptionId: string; changeType: string; id: string }[] = [];
	return {
		all,
		sent,
		/** Notifies subscribers. If one is down, it is notified of the next change. */
		notify(email: string, change: OutlookChange, wellKnown: string | null): void {
			const changeType = { created: "created", updated: "updated", read: "updated", removed: "deleted" }[
				change.kind as string
			];
			for (const subscription of all.values()) {
				if (changeType === undefined || subscription.email !== email) continue;
				if (Date.parse(subscription.expirationDateTime) < now()) continue;
				if (!subscription.changeType.split(",").includes(changeType)) continue;
				const folder = /mailFolders[(/]'?([^/')]+)/i.exec(subscription.resource)?.[1];
				if (folder !== undefined && folder !== change.folderId && folder.toLowerCase() !== wellKnown) continue;
				const id = subscription.immutable ? change.immutableId : change.id;
				sent.push({ subscriptionId: subscription.id, changeType, id });
				const value = [
					{
						...{ subscriptionId: subscription.id, clientState: subscription.clientState, changeType },
						subscriptionExpirationDateTime: subscription.expirationDateTime,
						resource: `me/messages/${id}`,
						resourceData: { "@odata.type": "#Microsoft.Graph.Message", id },
					},
				];
				const headers = { "content-type": "application/json" };
				const body = JSON.stringify({ value });
				void fetch(subscription.notificationUrl, { method: "POST", headers, body }).catch(() => {});
			}
		},
	};
}

export const subscribing: Partial<Record<MethodName, Handler>> = {
	"subscriptions.list": ({ subscriptions, user }) => ({
		value: [...subscriptions.all.values()].filter(({ email }) => email === user.email).map(shown),
	}),
	"subscriptions.get": (call) => shown(own(call)),
	"subscriptions.create": async (call) => {
		const body = json(call);
		const { notificationUrl, changeType, resource, expirationDateTime, clientState = null } = body;
		for (const [name, value] of Object.entries({ notificationUrl, changeType, resource, expirationDateTime }))
			if (typeof value !== "string") throw badRequest(`Required parameter is missing: ${name}`);
		checkExpiry(call, String(expirationDateTime));
		await validate(String(notificationUrl));
		const subscription = {
			...{ id: call.mailbox.newId("subscription"), email: call.user.email, changeType, resource, notificationUrl },
			...{ expirationDateTime, clientState, immutable: wantsImmutable(call.prefer) },
		} as Subscription;
		call.subscriptions.all.set(subscription.id, subscription);
		return created(shown(subscription));
	},
	"subscriptions.update": (call) => {
		const subscription = own(call);
		const { expirationDateTime } = json(call);
		checkExpiry(call, String(expirationDateTime));
		subscription.expirationDateTime = String(expirationDateTime);
		return shown(subscription);
	},
	"subscriptions.delete": (call) => void call.subscriptions.all.delete(own(call).id),
};

/** The subscriber must echo the token as plain text within ten seconds. */
async function validate(url: string): Promise<void> {
	const token = `Validation: Testing client application reachability ${Math.floor(performance.now())}`;
	const refused = (why: string) =>
		new GraphError(400, "ValidationError", `Subscription validation request failed. ${why}`);
	const address = new URL(url);
	address.searchParams.set("validationToken", token);
	const headers = { "content-type": "text/plain; charset=utf-8" };
	const reply = await fetch(address, { method: "POST", headers, signal: AbortSignal.timeout(10_000) }).catch(
		() => null,
	);
	if (!reply) throw refused("Notification endpoint did not answer.");
	if (reply.status !== 200) throw refused(`Notification endpoint must respond with 200 OK, not ${reply.status}.`);
	if (!reply.headers.get("content-type")?.startsWith("text/plain") || (await reply.text()) !== token)
		throw refused("Validation token mismatch.");
}

function checkExpiry({ now }: Call, value: string): void {
	const at = Date.parse(value);
	if (Number.isNaN(at) || at <= now() || at > now() + MAX_LIFETIME_MS)
		throw badRequest("Subscription expiration can only be 10080 minutes in the future.");
}

function own({ subscriptions, params, user }: Call): Subscription {
	const found = subscriptions.all.get(params.id ?? "");
	if (found?.email !== user.email) throw new GraphError(404, "ResourceNotFound", "The object was not found.");
	return found;
}

function shown({ email: _, immutable: __, ...subscription }: Subscription): Record<string, unknown> {
	return subscription;
}
