import { storageContract } from "#shared/contracts/storage.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { readUsage } from "./usage.ts";

/** Storage usage and quota of a user. */
export const storageModule: ServerModule<MailContext> = {
	name: "storage",
	routes: (ctx) => [
		implement(storageContract, {
			getStorage: ({ caller }) => readUsage(ctx, caller.ownerId),
		}),
	],
};
