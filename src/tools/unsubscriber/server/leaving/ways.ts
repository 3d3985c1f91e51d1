import type { ListUnsubscribe } from "#shared/mail/message.ts";
import type { Method } from "../../contract.ts";
import { readMailto } from "./mailto.ts";
import type { Offer } from "./offer.ts";
import { type Reason, sentences } from "./reasons.ts";

/** A way out of a list. Those that the product does not go itself are the person's to go, or lead nowhere. */
export interface Way {
	method: Method;
	/** The https address to post to, the mail address, or the page. */
	address: string | null;
	by: "mailstead" | "person" | "nobody";
	/** Of what is not done here. */
	reason: Reason | null;
	explanation: string;
}

/**
 * What is to be tried, in this order: by one click, by mail, else what the person can do.
 * @param whyNotOneClick null: its address may be used
 */
export function waysOf(
	offer: Omit<Offer, "whyNotOneClick">,
	{ whyNotOneClick, canSend }: { whyNotOneClick: Reason | null; canSend: boolean },
): Way[] {
	const { oneClick, letter, page, hasMailto, otherwise } = offer;
	const done: Way[] = [];
	// That a list does not take one-click requests is no news; that it says it does and they cannot be used is.
	const spoilt = whyNotOneClick === null || whyNotOneClick === "no-post-header" ? null : whyNotOneClick;
	const because = spoilt === null ? "" : `${sentences[spoilt]} `;
	if (oneClick !== null && whyNotOneClick === null)
		done.push(way("one-click", oneClick, "mailstead", null, "A one-click request, once its signature is checked."));
	if (letter !== null && canSend)
		done.push(
			way("mailto", letter.to, "mailstead", null, `${because}A mail from your own address, as the list asks for.`),
		);
	const noMail = hasMailto && !canSend ? "cannot-send" : hasMailto && letter === null ? "bad-mailto" : null;
	const why = spoilt ?? noMail ?? otherwise;
	if (page !== null) return [...done, way("web", page, "person", why, `${sentences[why]} Open its page to leave it.`)];
	if (letter !== null && !canSend)
		return [
			...done,
			way(
				"mailto",
				letter.to,
				"person",
				"cannot-send",
				`${because}${sentences["cannot-send"]} Write to ${letter.to} yourself.`,
			),
		];
	if (done.length > 0) return done;
	const nothing = spoilt ?? noMail ?? otherwise;
	return [way("none", null, "nobody", nothing, sentences[nothing])];
}

function way(method: Method, address: string | null, by: Way["by"], reason: Reason | null, explanation: string): Way {
	return { method, address, by, reason, explanation };
}

/** What is stored of a message's offer, which is enough to say what would be tried. */
export function expectedWay(stored: ListUnsubscribe | null, canSend: boolean): Way {
	const { urls = [], mailtos = [], links = [], oneClick = false } = stored ?? {};
	const https = urls.find((url) => /^https:/i.test(url)) ?? null;
	const offer = {
		oneClick: oneClick ? https : null,
		letter: mailtos.map(readMailto).find((letter) => letter !== null) ?? null,
		hasMailto: mailtos.length > 0,
		page: https ?? urls[0] ?? links[0] ?? null,
		otherwise: urls.length > 0 ? "page-only" : links.length > 0 ? "link-in-text" : "no-way",
	} as const;
	const [first] = waysOf(offer, { whyNotOneClick: offer.oneClick === null ? "no-post-header" : null, canSend });
	return first as Way;
}
