import type { Context } from "#server/context.ts";
import { type Implementation, implement } from "#server/http/implement.ts";
import { nativeContract } from "../../native-contract.ts";
import { listNative, lookAgain, setNative } from "./mailboxes.ts";
import { readNative } from "./take-over.ts";

/** Filters that mail providers run as well. */
export function nativeRoutes(ctx: Context): Implementation {
	return implement(nativeContract, {
		listNative: async ({ caller }) => ({ items: await listNative(ctx, caller.ownerId) }),
		setNative: ({ caller, params, body }) => setNative(ctx, caller.ownerId, params.id, body.isOn),
		checkNative: ({ caller, params }) => lookAgain(ctx, caller.ownerId, params.id, []),
		restoreNative: ({ caller, params, body }) => lookAgain(ctx, caller.ownerId, params.id, body.filters ?? "all"),
		readNative: ({ caller, params, signal }) => readNative(ctx, caller.ownerId, params.id, signal),
	});
}
