import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { importPreview } from "./contract.ts";
import { tool } from "./tool.ts";

/** Rules that the mail provider also runs, kept in sync with the filters here. */

/**
 * State of a filter at one provider. `synced`: synced. `unsupported`: the provider cannot express it; it runs only
 * here. `changed`, `deleted`: changed or deleted at the provider, and left that way. `waiting`: not processed yet.
 */
const nativeState = z.enum(["synced", "unsupported", "changed", "deleted", "waiting"]);

export const nativeMailbox = z.object({
	accountId: z.uuid(),
	/** `consent`: available after additional consent at the provider (`extras` of the consent). */
	possible: z.enum(["yes", "consent", "no"]),
	/** Why not, or not yet, in a sentence; null: available. */
	reason: z.string().nullable(),
	isOn: z.boolean(),
	/** `syncing`: being synced or removed. `failed`: see `lastError`; retried automatically, or after a change. */
	state: z.enum(["off", "syncing", "synced", "failed"]),
	lastError: z.string().nullable(),
	/** When the provider was last checked. */
	lastSyncedAt: z.string().nullable(),
	/** Active filters for this mailbox, in order; empty when switched off. */
	filters: z.array(
		z.object({
			filterId: z.uuid(),
			name: z.string(),
			state: nativeState,
			/** For `unsupported`, in a sentence. */
			reason: z.string().nullable(),
			/** For `synced`: differences in meaning at the provider, in sentences. */
			difference: z.string().nullable(),
		}),
	),
});
export type NativeMailbox = z.infer<typeof nativeMailbox>;

const id = z.object({ id: z.uuid() });
const notNow = ["disconnected", "read-only", "not-supported", "consent-needed"];

export const nativeContract = defineContract(
	{
		listNative: {
			method: "GET",
			path: "/api/v1/filters/native",
			summary: "The mailboxes whose providers run your filters, and each filter's status there",
			reply: z.object({ items: z.array(nativeMailbox) }),
		},
		setNative: {
			method: "PUT",
			path: "/api/v1/filters/native/{id}",
			summary: "Run your filters at a mailbox's provider, or remove them there",
			params: id,
			body: z.object({ isOn: z.boolean() }),
			reply: nativeMailbox,
			problems: notNow,
		},
		checkNative: {
			method: "POST",
			path: "/api/v1/filters/native/{id}/check",
			summary: "Check for filters changed at the provider; changes nothing",
			params: id,
			reply: nativeMailbox,
			status: 202,
			problems: ["native-off"],
		},
		restoreNative: {
			method: "POST",
			path: "/api/v1/filters/native/{id}/restore",
			summary: "Restore filters that were changed or deleted at the provider",
			params: id,
			/** Absent: all of them. */
			body: z.object({ filters: z.array(z.uuid()).max(1_000).optional() }),
			reply: nativeMailbox,
			status: 202,
			problems: ["native-off"],
		},
		readNative: {
			method: "GET",
			path: "/api/v1/filters/native/{id}/rules",
			summary: "Rules that exist at the provider, for import as filters; imports nothing",
			params: id,
			reply: importPreview.omit({ format: true }),
			problems: ["disconnected", "not-supported", "needs-sign-in", "provider-unreachable"],
		},
	},
	{ scope: tool.scope },
);
