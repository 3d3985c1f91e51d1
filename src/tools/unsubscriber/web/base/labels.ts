import { capitalize } from "#shared/capitalize.ts";
import { formatNumber } from "#web/lib/base/format.ts";
import type { Tone } from "#web/ui/base/badge.tsx";
import type { Attempt, Method, Subscription, SubscriptionState } from "./api.ts";
import { t } from "./text.ts";

/** Unsubscribe method as shown on its badge. */
export const methods: Record<Method, { label: string; tone: Tone }> = {
	one_click: { label: t.labels.oneClick, tone: "green" },
	mailto: { label: t.labels.byEmail, tone: "blue" },
	web: { label: t.labels.webPage, tone: "amber" },
	none: { label: t.labels.noUnsubscribeMethod, tone: "neutral" },
};

/** The badge of a list's method: an email that the user has to write is not one that is sent for them. */
export function methodBadge({
	isSuspicious,
	unsubscribe: { method, byUser },
}: Pick<Subscription, "isSuspicious" | "unsubscribe">): {
	label: string;
	tone: Tone;
} {
	if (isSuspicious) return { label: t.labels.looksLikePhishing, tone: "red" };
	return method === "mailto" && byUser ? { label: t.labels.writeEmail, tone: "amber" } : methods[method];
}

/** Subscription status as shown on its badge; null: none to show. */
export const states: Record<SubscriptionState, { label: string; tone: Tone } | null> = {
	active: null,
	busy: { label: t.labels.inProgress, tone: "neutral" },
	requested: { label: t.labels.requested, tone: "blue" },
	confirmed: { label: t.labels.confirmed, tone: "green" },
	failed: { label: t.labels.failed, tone: "red" },
	needs_action: { label: t.labels.needsAction, tone: "amber" },
	still_sending: { label: t.labels.stillSending, tone: "red" },
	kept: { label: t.labels.kept, tone: "neutral" },
	not_required: { label: t.labels.notRequired, tone: "neutral" },
	archived: { label: t.labels.archived, tone: "neutral" },
	paused: { label: t.labels.paused, tone: "blue" },
};

/** Share of a list's mail that was read: "4%"; "0%" means none, "<1%" almost none. */
export function readRate({ count, readCount }: Pick<Subscription, "count" | "readCount">): string {
	if (count === 0 || readCount === 0) return "0%";
	const share = (readCount / count) * 100;
	return share < 1 ? "<1%" : `${Math.round(share)}%`;
}

/** Counts in the result of the unsubscribe job. */
export interface OutcomeCounts {
	confirmed: number;
	requested: number;
	needsAction: number;
	failed: number;
}

export function outcomeCountsOf(result: Record<string, unknown> | null): OutcomeCounts {
	const number = (name: keyof OutcomeCounts) => (typeof result?.[name] === "number" ? result[name] : 0);
	return {
		confirmed: number("confirmed"),
		requested: number("requested"),
		needsAction: number("needsAction"),
		failed: number("failed"),
	};
}

/** "3 confirmed, 2 requested, 1 needs action". */
export function outcomeLine({ confirmed, requested, needsAction, failed }: OutcomeCounts): string {
	const parts = [
		confirmed > 0 && t.labels.confirmedCount(confirmed),
		requested > 0 && t.labels.requestedCount(requested),
		needsAction > 0 && t.labels.needActionCount(needsAction),
		failed > 0 && t.labels.failedCount(failed),
	].filter(Boolean);
	return parts.join(", ");
}

const methodNames = {
	one_click: t.labels.byOneClick,
	mailto: t.labels.byEmailMethod,
	own_email: t.labels.byOwnEmail,
	web: t.labels.onWebPage,
	none: t.labels.noMethod,
};
type Variant = keyof typeof methodNames;

function variantOf({ unsubscribe: { method, byUser } }: Subscription): Variant {
	return method === "mailto" && byUser ? "own_email" : method;
}

/** Summary of what a request will do: "By one click", "3 by one click, 2 by an email from your account". */
export function methodsLine(lists: readonly Subscription[]): string {
	const [only] = lists;
	if (lists.length === 1 && only) return capitalize(methodNames[variantOf(only)]);
	const counts = Map.groupBy(lists, variantOf);
	return (Object.keys(methodNames) as Variant[])
		.flatMap((variant) => {
			const count = counts.get(variant)?.length ?? 0;
			return count === 0 ? [] : [`${formatNumber(count)} ${methodNames[variant]}`];
		})
		.join(", ");
}

/** Host of a web URL, to show where a link leads; null for anything else. */
export function hostOf(address: string | null): string | null {
	if (address === null || !/^https?:/i.test(address)) return null;
	try {
		return new URL(address).host;
	} catch {
		return null;
	}
}

/** The remote server's reply: "200 OK", "550 No such list". */
export function responseLine({ response }: Pick<Attempt, "response">): string | null {
	if (response === null) return null;
	return [response.status, response.text].filter((part) => part !== null && part !== "").join(" ") || null;
}
