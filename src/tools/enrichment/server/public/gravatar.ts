import { createHash } from "node:crypto";
import { personName } from "../names.ts";
import { profileOf } from "../signature/links.ts";
import type { Source } from "../source.ts";
import { fetchPicture } from "./picture.ts";
import { fetchJson, NOTHING, type Services, seenAt, textOf } from "./request.ts";

/** Profiles of Gravatar (API v3): it gets the SHA-256 hash of the address. */
export const gravatar = (services: Pick<Services, "gravatar">): Source => ({
	id: "gravatar",
	isRemote: true,
	async ask(ctx, question) {
		const hash = createHash("sha256").update(question.email).digest("hex");
		const profile = await fetchJson(ctx, `${services.gravatar}/v3/profiles/${hash}`, question);
		if (profile === null) return NOTHING;
		const accounts = Array.isArray(profile.verified_accounts) ? (profile.verified_accounts as unknown[]) : [];
		const profiles = accounts.flatMap((one) => profileOf(textOf((one as { url?: unknown } | null)?.url) ?? "") ?? []);
		const page = textOf(profile.profile_url);
		const url = page?.startsWith("https://") ? page : `https://gravatar.com/${hash}`;
		const seen = seenAt("gravatar", url, ctx.now(), {
			fullName: personName(textOf(profile.display_name) ?? ""),
			...{ company: textOf(profile.company), position: textOf(profile.job_title), location: textOf(profile.location) },
			linkedIn: profiles.find(({ field }) => field === "linkedIn")?.value ?? null,
			twitter: profiles.find(({ field }) => field === "twitter")?.value ?? null,
		});
		const image = URL.parse(textOf(profile.avatar_url) ?? "");
		if (image === null) return seen;
		image.search = "?s=160&d=404";
		const found = { kind: "person", source: "gravatar", url: image.href, page: url } as const;
		const picture = await fetchPicture(ctx, found, question);
		return picture === null ? seen : { ...seen, pictures: [picture] };
	},
});
