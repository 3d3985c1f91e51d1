import { contactContract } from "#shared/contracts/contact.ts";
import { newId } from "#shared/ids.ts";
import { implement } from "../../platform/http/implement.ts";
import { createRateLimits } from "../../platform/http/rate-limit.ts";
import { clientOf } from "../../platform/http/remote-address.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { Context } from "../auth/context.ts";
import { contactMailJob } from "./deliver.ts";
import { findOperator, insertMessage, listMessages } from "./store.ts";

/** Per client address; and for all clients together. */
const PER_ADDRESS = { max: 5, window: 60 * 60 };
const IN_ALL = { max: 300, window: 60 * 60 };

/**
 * The contact form: every message is stored for the operator, and emailed to them where an SMTP server is configured.
 */
export const contactModule: ServerModule<Context> = {
	name: "contact",
	jobs: [contactMailJob],
	routes(ctx) {
		const limits = createRateLimits(ctx.database, ctx.config, ctx.now);
		return [
			implement(contactContract, {
				async "send-contact-email"({ body, caller, remoteAddress }) {
					await limits.check(`contact:${clientOf(remoteAddress)}`, PER_ADDRESS);
					await limits.check("contact", IN_ALL);
					const { website = "", ...fields } = body;
					const isSuspectedSpam = website !== "";
					const id = newId(ctx.now());
					await ctx.database.transaction(async () => {
						await insertMessage(ctx.database, { ...fields, id, isSuspectedSpam, userId: caller?.ownerId ?? null });
						if (isSuspectedSpam || !ctx.mailer.configured) return;
						const operator = await findOperator(ctx.database);
						if (operator === null) return;
						await ctx.jobs.enqueue(contactMailJob, { ownerId: operator.id, input: { messageId: id } });
					});
					// Detected bots get the same response: they learn nothing.
					return { success: true as const };
				},
				async listContactMessages({ query }) {
					const rows = await listMessages(ctx.database, query.limit + 1, query.cursor ?? null);
					const items = rows.slice(0, query.limit);
					return { items, nextCursor: rows.length > items.length ? (items.at(-1)?.id ?? null) : null };
				},
			}),
		];
	},
};
