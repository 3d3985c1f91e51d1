import { webhooksContract } from "#shared/contracts/webhooks.ts";
import { badRequest } from "../../errors.ts";
import type { PlatformContext } from "../context/context.ts";
import { type Handlers, implement } from "../http/implement.ts";
import { deliverAfterCommit, deliverWebhooksJob, enqueueDelivery, pollDueWebhooks } from "../webhooks/deliver.ts";
import { addTest, deleteOldDeliveries, listDeliveries, resend } from "../webhooks/deliveries.ts";
import type { WebhookEvent } from "../webhooks/events.ts";
import {
	createWebhook,
	deleteWebhook,
	getWebhook,
	listWebhooks,
	rollSecret,
	updateWebhook,
} from "../webhooks/webhooks.ts";
import type { ServerModule } from "./module.ts";

const RETENTION_MS = 30 * 24 * 3_600_000;

/** Webhooks of users: they receive the events that modules declare. */
export function createWebhooksModule<Ctx extends PlatformContext>(
	modules: readonly ServerModule<Ctx>[],
): ServerModule<Ctx> {
	const declared = modules.flatMap((module) => module.webhookEvents ?? []);
	const events = new Map(declared.map((event) => [event.type, event]));
	if (events.size < declared.length) throw new Error("Two webhook events have the same type");
	return {
		name: "webhooks",
		jobs: [deliverWebhooksJob],
		start: async (ctx) => deliverAfterCommit(ctx),
		background: pollDueWebhooks,
		maintain: ({ database, now }) => deleteOldDeliveries(database, new Date(now() - RETENTION_MS)),
		routes: (ctx) => [implement(webhooksContract, handlers(ctx, events))],
	};
}

function handlers(ctx: PlatformContext, events: ReadonlyMap<string, WebhookEvent>): Handlers<typeof webhooksContract> {
	const { database } = ctx;
	/** @throws AppError 400 `unknown-event` */
	const known = (type: string): WebhookEvent => {
		const event = events.get(type);
		if (event === undefined)
			throw badRequest("unknown-event", `There is no event ${type}.`, { events: `There is no event ${type}.` });
		return event;
	};
	const changed = (ownerId: string) => ctx.events.publish(ownerId, { type: "webhooks" });
	return {
		listWebhookEvents: async () => ({
			items: [...events.values()].map(({ type, summary }) => ({ type, summary })),
		}),
		listWebhooks: async ({ caller }) => ({ items: await listWebhooks(database, caller.ownerId) }),
		async createWebhook({ caller: { ownerId }, body }) {
			body.events.forEach(known);
			const created = await createWebhook(ctx, ownerId, body);
			changed(ownerId);
			return created;
		},
		async updateWebhook({ caller: { ownerId }, params: { id }, body }) {
			body.events?.forEach(known);
			const webhook = await updateWebhook(ctx, { ownerId, id }, body);
			if (webhook.state === "active") await enqueueDelivery(ctx, { ownerId, webhookId: id });
			changed(ownerId);
			return { webhook };
		},
		async deleteWebhook({ caller: { ownerId }, params: { id } }) {
			await deleteWebhook(database, { ownerId, id });
			changed(ownerId);
			return undefined;
		},
		rollWebhookSecret: async ({ caller: { ownerId }, params: { id } }) => ({
			secret: await rollSecret(ctx, { ownerId, id }),
		}),
		async testWebhook({ caller: { ownerId }, params, body }) {
			const { id: webhookId } = await getWebhook(database, { ownerId, id: params.id });
			const delivery = await addTest(database, { ownerId, webhookId }, known(body.event), new Date(ctx.now()));
			await enqueueDelivery(ctx, { ownerId, webhookId });
			return { delivery };
		},
		async listWebhookDeliveries({ caller: { ownerId }, params, query }) {
			const { id: webhookId } = await getWebhook(database, { ownerId, id: params.id });
			return listDeliveries(database, { ownerId, webhookId }, query);
		},
		async resendWebhookDelivery({ caller: { ownerId }, params: { id } }) {
			const { delivery, webhookId } = await resend(database, { ownerId, id }, new Date(ctx.now()));
			await enqueueDelivery(ctx, { ownerId, webhookId });
			return { delivery };
		},
	};
}
