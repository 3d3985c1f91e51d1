import { z } from "zod";
import { NotFound } from "#server/mail/provider/errors.ts";
import { GraphRejection } from "./api/errors.ts";
import type { OutlookSession } from "./session.ts";

const PATH = "/subscriptions";
/** Microsoft limits mail subscriptions to seven days. */
const LIFE_MS = 3 * 86_400_000;
const RENEWED_MS = 86_400_000;
/** Retry delay after Microsoft could not reach this server. */
const REFUSED_MS = 3_600_000;

const subscription = z.object({ id: z.string(), notificationUrl: z.string().nullish() });
const list = z.object({ value: z.array(subscription) });

/**
 * Maintains a webhook subscription (https://learn.microsoft.com/graph/change-notifications-delivery-webhooks). It outlives
 * the watcher: the next one renews it.
 * @param url the webhook; Microsoft validates it first
 * @returns a function that creates or renews the subscription when due, and returns whether it is active
 */
export function maintainSubscription(session: OutlookSession, url: string): (signal: AbortSignal) => Promise<boolean> {
	let id: string | null = null;
	let due = 0;

	const expirationDateTime = (): string => new Date(session.environment.now() + LIFE_MS).toISOString();

	async function ensure(signal: AbortSignal): Promise<string> {
		const own = (await ownSubscriptions(session, url, signal))[0];
		if (own !== undefined) {
			await renew(own, signal);
			return own;
		}
		const body = {
			...{ changeType: "created,updated,deleted", resource: "me/messages", notificationUrl: url },
			expirationDateTime: expirationDateTime(),
		};
		const call = { verb: "POST", path: PATH, isRoot: true, body } as const;
		return subscription.parse(await session.client.call(call, signal)).id;
	}

	async function renew(own: string, signal: AbortSignal): Promise<void> {
		const body = { expirationDateTime: expirationDateTime() };
		await session.client.call({ verb: "PATCH", path: `${PATH}/${own}`, isRoot: true, body }, signal);
	}

	return async (signal) => {
		const now = session.environment.now();
		if (now < due) return id !== null;
		try {
			if (id === null) id = await ensure(signal);
			else await renew(id, signal);
			due = now + RENEWED_MS;
		} catch (cause) {
			const isGone = cause instanceof NotFound && id !== null;
			if (!isGone && !(cause instanceof GraphRejection)) throw cause;
			id = null;
			due = isGone ? now : now + REFUSED_MS;
		}
		return id !== null;
	};
}

/** Deletes the subscription. */
export async function endSubscription(session: OutlookSession, url: string, signal: AbortSignal): Promise<void> {
	for (const id of await ownSubscriptions(session, url, signal))
		await session.client.call({ verb: "DELETE", path: `${PATH}/${id}`, isRoot: true }, signal);
}

async function ownSubscriptions(session: OutlookSession, url: string, signal: AbortSignal): Promise<string[]> {
	const { value } = list.parse(await session.client.call({ verb: "GET", path: PATH, isRoot: true }, signal));
	return value.filter(({ notificationUrl }) => notificationUrl === url).map(({ id }) => id);
}
