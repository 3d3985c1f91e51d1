import { eventsContract } from "#shared/contracts/events.ts";
import { implement } from "../http/implement.ts";
import type { ServerModule } from "../module.ts";
import { createEventStreams } from "./stream.ts";

export const eventsModule: ServerModule = {
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
