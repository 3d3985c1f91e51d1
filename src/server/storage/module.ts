import { storageContract } from "#shared/contracts/storage.ts";
import { implement } from "../http/implement.ts";
import type { ServerModule } from "../module.ts";
import { readUsage } from "./usage.ts";

/** What a person stores here, and how much they may. */
export const storageModule: ServerModule = {
	name: "storage",
	routes: (ctx) => [
		implement(storageContract, {
			getStorage: ({ caller }) => readUsage(ctx, caller.ownerId),
		}),
	],
};
