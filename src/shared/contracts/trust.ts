import { z } from "zod";
import { defineContract } from "../contract.ts";

const email = z.string().trim().min(3).max(400);

export const trustContract = defineContract({
	trustSender: {
		method: "POST",
		path: "/api/v1/trusted-senders",
		scope: "mail:write",
		summary: "Mark a sender's email as safe: what is not forged is no longer suspicious",
		body: z.object({ email }),
		/** How many messages were suspicious and are not any more. */
		reply: z.object({ changed: z.number() }),
	},
	distrustSender: {
		method: "DELETE",
		path: "/api/v1/trusted-senders",
		scope: "mail:write",
		summary: "Undo marking a sender's email as safe",
		query: z.object({ email }),
		/** How many messages are suspicious again. */
		reply: z.object({ changed: z.number() }),
	},
});
