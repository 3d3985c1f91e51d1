import { on, type Subscription } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { usageLeft } from "#kernel/usage.ts";
import { validationRequested } from "#shared/validation-requests.ts";
import { tool } from "../tool.ts";
import { validateList } from "./list.ts";

/** Validates addresses that other tools ask about; they read the verdicts in `validated_addresses_v1`. */
export const followRequests: Subscription<MailContext> = {
	name: `${tool.id}.requests`,
	batchSize: 1,
	handlers: [
		on(validationRequested, async (ctx: MailContext, events, { ownerId, signal }) => {
			for (const { payload } of events) {
				// The tool that asked reads what is left, too, and says why the others have no verdict.
				const left = await usageLeft(ctx, ownerId, "emailsValidated");
				// Each verdict is stored, and nobody else needs it.
				const verdicts = validateList(ctx, ownerId, payload.emails.slice(0, left ?? undefined), signal);
				while ((await verdicts.next()).done !== true) signal.throwIfAborted();
			}
		}),
	],
};
