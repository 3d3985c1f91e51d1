import type { HeaderField } from "#shared/mail/headers.ts";
import { parseListUnsubscribe } from "#shared/mail/list-unsubscribe.ts";
import type { Reason } from "../attempts/reasons.ts";
import { readMailto, type UnsubscribeMessage } from "./mailto.ts";

/** The unsubscribe methods that one message offers. */
export interface Offer {
	/** The https URL for one click, as far as the header goes: the signature is not checked yet. */
	oneClick: string | null;
	/** Why `oneClick` is null. */
	oneClickReason: Reason;
	/** The message to send; null: none is given, or it is invalid. */
	message: UnsubscribeMessage | null;
	/** The header has a mailto URI. */
	hasMailto: boolean;
	/** A page for the user to open. */
	page: string | null;
	/** The reason to show when no method is usable. */
	otherwise: Reason;
}

/**
 * Reads List-Unsubscribe (RFC 2369) and List-Unsubscribe-Post (RFC 8058).
 * @param links unsubscribe links found in the text
 */
export function readOffer(fields: readonly HeaderField[], links: readonly string[]): Offer {
	const valuesOf = (name: string): string[] => fields.filter((one) => one.name === name).map(({ raw }) => raw);
	const unsubscribe = valuesOf("list-unsubscribe");
	const posts = valuesOf("list-unsubscribe-post");
	const found = parseListUnsubscribe({ unsubscribe, post: undefined, listId: undefined });
	const urls = found?.urls ?? [];
	const messages = (found?.mailtos ?? []).map(readMailto);
	const https = urls.find((url) => /^https:/i.test(url)) ?? null;
	const whyNot = oneClickReason(unsubscribe, posts, https);
	const isNamed = unsubscribe.some((value) => value !== "");
	return {
		oneClick: whyNot === null ? https : null,
		oneClickReason: whyNot ?? "no-post-header",
		message: messages.find((message) => message !== null) ?? null,
		hasMailto: messages.length > 0,
		page: https ?? urls[0] ?? links[0] ?? null,
		otherwise:
			urls.length > 0
				? "page-only"
				: links.length > 0
					? "link-in-text"
					: found === null && isNamed
						? "no-scheme"
						: "no-method",
	};
}

/** RFC 8058 §3.1: exactly one of each field, an https URL in the one and this exact value in the other. */
function oneClickReason(unsubscribe: string[], posts: string[], https: string | null): Reason | null {
	if (posts.length === 0) return "no-post-header";
	if (posts.length > 1 || unsubscribe.length > 1) return "repeated-header";
	// ABNF literals are case-insensitive (RFC 5234 §2.3).
	if (posts[0]?.toLowerCase() !== "list-unsubscribe=one-click") return "post-header-unknown";
	return https === null ? "post-without-https" : null;
}
