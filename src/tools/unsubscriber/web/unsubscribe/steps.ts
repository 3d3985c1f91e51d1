import type { Attempt, Subscription } from "../api.ts";
import { hostOf } from "../labels.ts";

/** Whether unsubscribing from a list needs another step: of the user, or another try. */
export function needsStep({ state }: Pick<Subscription, "state">): boolean {
	return state === "needs_you" || state === "failed";
}

/** What the user can do next: open a page, write an email, or try again; `none`: only block the sender. */
export interface NextStep {
	kind: "page" | "email" | "retry" | "none";
	/** The page or the address. */
	address: string;
	why: string;
}

/** The next step for a list, after its latest attempt if that is unresolved. */
export function nextStepOf(list: Pick<Subscription, "state" | "attempt" | "unsubscribe">): NextStep {
	const attempt = needsStep(list) ? list.attempt : null;
	const why = attempt?.explanation ?? list.unsubscribe.explanation;
	const address = addressOf(attempt, list.unsubscribe.address);
	if (list.state === "failed" && attempt !== null && attempt.method !== "none" && attempt.method !== "web")
		return { kind: "retry", address, why };
	if (hostOf(address) !== null) return { kind: "page", address, why };
	if (address.includes("@")) return { kind: "email", address: address.replace(/^mailto:/i, ""), why };
	return { kind: "none", address: "", why };
}

function addressOf(attempt: Attempt | null, usual: string | null): string {
	return attempt?.address ?? usual ?? "";
}
