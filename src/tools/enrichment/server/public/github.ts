import { personName } from "../names.ts";
import type { Source } from "../source.ts";
import { fetchJson, NOTHING, type Services, seenAt, textOf } from "./request.ts";

/** Users of GitHub who publish the address in their profile. */
export const github = (services: Pick<Services, "github">): Source => ({
	id: "github",
	isRemote: true,
	async ask(ctx, question) {
		const search = `${services.github}/search/users?per_page=2&q=${encodeURIComponent(`${question.email} in:email`)}`;
		const items = (await fetchJson(ctx, search, question))?.items;
		const login =
			Array.isArray(items) && items.length === 1 ? textOf((items[0] as { login?: unknown } | null)?.login) : null;
		if (login === null || !/^[a-z\d-]{1,39}$/i.test(login)) return NOTHING;
		const user = await fetchJson(ctx, `${services.github}/users/${login}`, question);
		// The search also finds similar addresses.
		if (user === null || textOf(user.email)?.toLowerCase() !== question.email) return NOTHING;
		const handle = textOf(user.twitter_username);
		const blog = textOf(user.blog);
		return seenAt("github", `https://github.com/${login}`, ctx.now(), {
			fullName: personName(textOf(user.name) ?? ""),
			company: textOf(user.company)?.replace(/^@/, "") ?? null,
			location: textOf(user.location),
			twitter: handle !== null && /^\w{2,15}$/.test(handle) ? `https://x.com/${handle}` : null,
			website: blog !== null && /^https?:\/\/\S+$/.test(blog) ? blog : null,
		});
	},
});
