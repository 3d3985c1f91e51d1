import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { importPreview } from "./contract.ts";

/** Rules that the mail provider runs itself as well, kept in step with the filters here. */

/**
 * How a filter stands at one provider. `in_step`: it is there. `not_possible`: the provider cannot say it; it runs here
 * alone. `changed`, `gone`: somebody changed or deleted it there; it was left like that. `waiting`: it has not been asked yet.
 */
const nativeState = z.enum(["in_step", "not_possible", "changed", "gone", "waiting"]);

export const nativeMailbox = z.object({
	accountId: z.uuid(),
	/** `consent`: once the person allows more at the provider (`extras` of the consent). */
	possible: z.enum(["yes", "consent", "no"]),
	/** Why not, or not yet, in a sentence; null: it is. */
	reason: z.string().nullable(),
	isOn: z.boolean(),
	/** `working`: being brought in step, or taken away. `failed`: see `problem`; it is tried again by itself, or with a change. */
	state: z.enum(["off", "working", "in_step", "failed"]),
	problem: z.string().nullable(),
	/** When the provider was last looked at. */
	checkedAt: z.string().nullable(),
	/** Active filters that act in this mailbox, in their order; none where it is off. */
	filters: z.array(
		z.object({
			filterId: z.uuid(),
			name: z.string(),
			state: nativeState,
			/** Of `not_possible`, in a sentence. */
			why: z.string().nullable(),
			/** Of `in_step`: where it does not mean exactly the same there, in sentences. */
			note: z.string().nullable(),
		}),
	),
});
export type NativeMailbox = z.infer<typeof nativeMailbox>;

const id = z.object({ id: z.uuid() });
const notNow = ["disconnected", "read-only", "not-supported", "consent-needed"];

export const nativeContract = defineContract({
	listNative: {
		method: "GET",
		path: "/api/v1/filters/native",
		summary: "Which mailboxes' providers run your filters, too, and how each filter stands there",
		reply: z.object({ items: z.array(nativeMailbox) }),
	},
	setNative: {
		method: "PUT",
		path: "/api/v1/filters/native/{id}",
		summary: "Have a mailbox's provider run your filters as well, or take them away there",
		params: id,
		body: z.object({ isOn: z.boolean() }),
		reply: nativeMailbox,
		problems: notNow,
	},
	checkNative: {
		method: "POST",
		path: "/api/v1/filters/native/{id}/check",
		summary:
			"Look whether the filters are still as they were written there; changes nothing that somebody changed there",
		params: id,
		reply: nativeMailbox,
		status: 202,
		problems: ["native-off"],
	},
	restoreNative: {
		method: "POST",
		path: "/api/v1/filters/native/{id}/restore",
		summary: "Put filters that were changed or deleted there back as they are here",
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
		summary: "The rules that you made at the provider, to take over as filters; takes nothing over",
		params: id,
		reply: importPreview.omit({ format: true }),
		problems: ["disconnected", "not-supported", "needs-sign-in", "provider-unreachable"],
	},
});
