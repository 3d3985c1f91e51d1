import { createHash } from "node:crypto";
import { personName } from "../names.ts";
import { profileOf } from "../signature/links.ts";
import type { Source } from "../source.ts";
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
		return seenAt("gravatar", page?.startsWith("https://") ? page : `https://gravatar.com/${hash}`, ctx.now(), {
			fullName: personName(textOf(profile.display_name) ?? ""),
			...{ company: textOf(profile.company), position: textOf(profile.job_title), location: textOf(profile.location) },
			linkedIn: profiles.find(({ field }) => field === "linkedIn")?.value ?? null,
			twitter: profiles.find(({ field }) => field === "twitter")?.value ?? null,
		});
	},
});
