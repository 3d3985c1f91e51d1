import type { ListUnsubscribe } from "#shared/mail/message.ts";
import type { OneClickCheck } from "#shared/mail/one-click.ts";
import type { Method } from "../../contract.ts";
import { type Reason, sentences } from "../attempts/reasons.ts";
import { readMailto } from "./mailto.ts";
import type { Offer } from "./read-headers.ts";

/** An unsubscribe method. Methods that the server does not perform are performed by the user, or are unusable. */
export interface UnsubscribeMethod {
	method: Method;
	/** The https URL to post to, the email address, or the page. */
	address: string | null;
	by: "mailstead" | "user" | "nobody";
	/** For methods not performed by the server. */
	reason: Reason | null;
	explanation: string;
}

/**
 * The methods to try, in order: one click, email, otherwise what the user can do.
 * @param oneClickReason why one click cannot be used; null: it can
 */
export function methodsOf(
	offer: Omit<Offer, "oneClickReason">,
	{ oneClickReason, canSend }: { oneClickReason: Reason | null; canSend: boolean },
): UnsubscribeMethod[] {
	const { oneClick, message, page, hasMailto, otherwise } = offer;
	const done: UnsubscribeMethod[] = [];
	// A list without one-click support needs no reason; one that announces it and cannot be used does.
	const spoilt = oneClickReason === null || oneClickReason === "no-post-header" ? null : oneClickReason;
	const because = spoilt === null ? "" : `${sentences[spoilt]} `;
	if (oneClick !== null && oneClickReason === null)
		done.push(
			method({
				method: "one_click",
				address: oneClick,
				by: "mailstead",
				reason: null,
				explanation: "A one-click request to the list's server: a DKIM signature covers its URL.",
			}),
		);
	if (message !== null && canSend)
		done.push(
			method({
				method: "mailto",
				address: message.to,
				by: "mailstead",
				reason: null,
				explanation: `${because}An email is sent from your address, as the list requires.`,
			}),
		);
	const noMail = hasMailto && !canSend ? "cannot-send" : hasMailto && message === null ? "bad-mailto" : null;
	const why = spoilt ?? noMail ?? otherwise;
	if (page !== null)
		return [
			...done,
			method({
				method: "web",
				address: page,
				by: "user",
				reason: why,
				explanation: `${sentences[why]} Open its page to unsubscribe.`,
			}),
		];
	if (message !== null && !canSend)
		return [
			...done,
			method({
				method: "mailto",
				address: message.to,
				by: "user",
				reason: "cannot-send",
				explanation: `${because}${sentences["cannot-send"]} Write to ${message.to} yourself.`,
			}),
		];
	if (done.length > 0) return done;
	const nothing = spoilt ?? noMail ?? otherwise;
	return [method({ method: "none", address: null, by: "nobody", reason: nothing, explanation: sentences[nothing] })];
}

/** Of suspicious and forged mail: a request would tell its sender that someone reads it. */
export const SUSPICIOUS: UnsubscribeMethod = {
	...{ method: "none", address: null, by: "nobody", reason: "suspicious" },
	explanation: sentences.suspicious,
};

function method({
	method,
	address,
	by,
	reason,
	explanation,
}: {
	method: Method;
	address: string | null;
	by: UnsubscribeMethod["by"];
	reason: Reason | null;
	explanation: string;
}): UnsubscribeMethod {
	return { method, address, by, reason, explanation };
}

/** Why a message that announces one-click requests doesn't meet their requirements. */
const CHECKS: Record<Exclude<OneClickCheck, "covered">, Reason> = {
	unsigned: "no-dkim",
	not_covered: "dkim-not-covering",
	repeated: "repeated-header",
	malformed: "post-header-unknown",
};

/**
 * The method that would be tried, from the stored header data of a message.
 * @param problem why an earlier check of its signature failed; null: it did not, or was never made
 */
export function expectedMethod(
	stored: ListUnsubscribe | null,
	canSend: boolean,
	problem: Reason | null = null,
): UnsubscribeMethod {
	const { urls = [], mailtos = [], links = [], oneClick = false, oneClickCheck = "unsigned" } = stored ?? {};
	const https = urls.find((url) => /^https:/i.test(url)) ?? null;
	const offer = {
		oneClick: oneClick ? https : null,
		message: mailtos.map(readMailto).find((message) => message !== null) ?? null,
		hasMailto: mailtos.length > 0,
		page: https ?? urls[0] ?? links[0] ?? null,
		otherwise: urls.length > 0 ? "page-only" : links.length > 0 ? "link-in-text" : "no-method",
	} as const;
	const unmet = oneClickCheck === "covered" ? problem : CHECKS[oneClickCheck];
	const [first] = methodsOf(offer, { oneClickReason: offer.oneClick === null ? "no-post-header" : unmet, canSend });
	return first as UnsubscribeMethod;
}
