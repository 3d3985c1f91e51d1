import { z } from "zod";
import { defineContract } from "../contract.ts";
import { job } from "./jobs.ts";

/** What the server tells an open browser. Small: the browser asks for what it needs. */
export const serverEvent = z.discriminatedUnion("type", [
	z.object({ type: z.literal("job"), job }),
	/** Messages came, went or changed. */
	z.object({ type: z.literal("mail"), accountId: z.uuid() }),
	/** An account was added, removed or changed its state. */
	z.object({ type: z.literal("accounts") }),
	z.object({ type: z.literal("operations") }),
	/** Some session of the person has ended, maybe this one. */
	z.object({ type: z.literal("sessions") }),
]);
export type ServerEvent = z.infer<typeof serverEvent>;

export const eventsContract = defineContract({
	streamEvents: {
		method: "GET",
		path: "/api/v1/events",
		summary: "Server-sent events: jobs, mail, accounts and operations as they change",
		raw: "text/event-stream",
	},
});
