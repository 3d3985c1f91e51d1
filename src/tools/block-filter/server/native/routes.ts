import { type Implementation, implement, type MailContext } from "#kernel/module.ts";
import { nativeContract } from "../../native-contract.ts";
import { readNative } from "./import.ts";
import { listNative, refreshNative, setNative } from "./mailboxes.ts";

/** Filters that mail providers also run. */
export function nativeRoutes(ctx: MailContext): Implementation {
	return implement(nativeContract, {
		listNative: async ({ caller }) => ({ items: await listNative(ctx, caller.ownerId) }),
		setNative: ({ caller, params, body }) => setNative(ctx, caller.ownerId, params.id, body.isOn),
		checkNative: ({ caller, params }) => refreshNative(ctx, caller.ownerId, params.id, []),
		restoreNative: ({ caller, params, body }) => refreshNative(ctx, caller.ownerId, params.id, body.filters ?? "all"),
		readNative: ({ caller, params, signal }) => readNative(ctx, caller.ownerId, params.id, signal),
	});
}
