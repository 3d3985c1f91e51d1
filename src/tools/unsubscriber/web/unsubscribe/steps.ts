import type { Subscription } from "../base/api.ts";
import { hostOf } from "../base/labels.ts";

/** Whether unsubscribing from a list needs another step: of the user, or another try. */
export function needsStep({ state }: Pick<Subscription, "state">): boolean {
	return state === "needs_action" || state === "failed";
}

/** Whether a list is on the checklist: it needs a step, or keeps sending. */
export function leftForUser(list: Pick<Subscription, "state">): boolean {
	return needsStep(list) || list.state === "still_sending";
}

/** What the user can do next for a list; nothing: only block its sender. */
export interface NextStep {
	/** A page to open; null: none. */
	page: string | null;
	/** An address to write to; null: none. */
	email: string | null;
	/** The request failed, and may succeed later. */
	canRetry: boolean;
	why: string;
}

/** The next step for a list, after its latest attempt if that is unresolved. */
export function nextStepOf(list: Pick<Subscription, "state" | "attempt" | "unsubscribe">): NextStep {
	const attempt = needsStep(list) ? list.attempt : null;
	const address = attempt?.address ?? list.unsubscribe.address;
	// The address of a one-click request is not a page to open, unless it failed.
	const isPage = hostOf(address) !== null && (attempt !== null || list.unsubscribe.method !== "one_click");
	return {
		page: isPage ? address : null,
		email: !isPage && address?.includes("@") ? address.replace(/^mailto:/i, "") : null,
		canRetry: list.state === "failed" && (attempt?.method === "one_click" || attempt?.method === "mailto"),
		why: attempt?.explanation ?? list.unsubscribe.explanation,
	};
}
