import { eventsContract } from "#shared/contracts/events.ts";
import type { Context } from "../identity/auth/context.ts";
import { implement } from "../platform/http/implement.ts";
import type { ServerModule } from "../platform/modules/module.ts";
import { createEventStreams } from "./event-stream.ts";

export const eventsModule: ServerModule<Context> = {
	name: "events",
	routes(ctx) {
		const streams = createEventStreams(ctx);
		return [
			implement(eventsContract, {
				streamEvents: ({ caller, request, signal }) => streams.open(caller.ownerId, request, signal),
			}),
		];
	},
};
