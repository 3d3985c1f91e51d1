import { organizationOf } from "#kernel/parse.ts";
import { profileOf } from "../signature/links.ts";
import type { Source } from "../source.ts";
import { fetchJson, NOTHING, type Services, seenAt, textOf } from "./request.ts";

/** The profile page that the address's domain names (RFC 7033). Mail providers for everybody are not asked. */
export const webfinger = (services: Pick<Services, "webfinger">): Source => ({
	id: "webfinger",
	isRemote: true,
	async ask(ctx, question) {
		const domain = question.email.slice(question.email.lastIndexOf("@") + 1);
		if (organizationOf(domain) === "") return NOTHING;
		const url = `${services.webfinger(domain)}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${question.email}`)}`;
		const reply = await fetchJson(ctx, url, question);
		const links = Array.isArray(reply?.links) ? (reply.links as unknown[]) : [];
		const pages = links.flatMap((one) => {
			const { rel, href } = (one ?? {}) as { rel?: unknown; href?: unknown };
			const page = textOf(href);
			return rel === "http://webfinger.net/rel/profile-page" && page !== null && /^https:\/\/\S+$/.test(page)
				? [page]
				: [];
		});
		const [page] = pages;
		if (page === undefined) return NOTHING;
		const profile = profileOf(page);
		return seenAt(
			"webfinger",
			page,
			ctx.now(),
			profile === null ? { website: page } : { [profile.field]: profile.value },
		);
	},
});
