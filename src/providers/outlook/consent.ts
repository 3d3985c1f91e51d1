import { z } from "zod";
import { authorizationUrl, exchangeCode, type OAuthClient, refreshTokens } from "#providers/shared/oauth.ts";
import type { Consent, ConsentFlow } from "#server/mail/provider/consent.ts";
import { ConsentFailed } from "#server/mail/provider/errors.ts";
import { brand } from "#shared/brand.ts";
import { limitedFetch } from "#shared/limited-fetch.ts";
import { pause } from "#shared/pause.ts";
import type { OutlookOptions } from "./api/options.ts";
import { readBounded } from "./api/read-response.ts";
import { grants, scopesFor } from "./oauth.ts";

const noMail = () =>
	`Microsoft granted no access to your mail. Connect again and allow ${brand.name} to read it; in a company its administrator may have to agree.`;
const noStay = () =>
	`Microsoft did not allow ${brand.name} to keep access to your mail, so that it would end within the hour. Connect again and allow that as well.`;

/** Optional: a failure does not prevent connecting. */
const PICTURE = { bytes: 256 * 1024, timeoutMs: 2_000, types: /^image\/(png|jpeg|gif|webp)$/ };

const PROFILE_BYTES = 1024 * 1024;

const BUSY = { statuses: new Set([429, 503, 504]), retryState: 4, firstSeconds: 0.25, maxSeconds: 5 };

const person = z.object({
	id: z.string(),
	displayName: z.string().nullish(),
	mail: z.string().nullish(),
	userPrincipalName: z.string().nullish(),
});

/** Microsoft's OAuth consent flow (https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow). */
export function createConsent(options: OutlookOptions, client: () => Promise<OAuthClient>): ConsentFlow {
	return {
		async address({ redirectUri, state, challenge, access, loginHint }) {
			const request = { redirectUri, state, challenge, scope: scopesFor(access) };
			return authorizationUrl(await client(), request, {
				response_mode: "query",
				// The browser may be signed in to another account: the user selects the mailbox.
				prompt: loginHint === undefined ? "select_account" : "login",
				...(loginHint !== undefined && { login_hint: loginHint }),
			});
		},
		async finish({ signal, ...answer }) {
			const tokens = await exchangeCode(await client(), answer, Date.now());
			const access = accessOf(tokens.scope);
			if (access === null) throw new ConsentFailed(null, "incomplete", noMail());
			if (tokens.refreshToken === null) throw new ConsentFailed(null, "incomplete", noStay());
			const [who, picture] = await Promise.all([
				getProfile(options, tokens.accessToken, signal),
				getPicture(options, tokens.accessToken, signal),
			]);
			const { id, displayName, mail, userPrincipalName } = who;
			const email = mail || userPrincipalName;
			if (!email?.includes("@"))
				throw new ConsentFailed(null, "incomplete", "This Microsoft account has no mail address.");
			return {
				email,
				name: displayName || null,
				picture,
				access,
				credentials: tokens,
				settings: { email, access, sub: id },
			} satisfies Consent;
		},
		refreshToken: async (environment) => refreshTokens(await client(), environment),
	};
}

/** A grant without permission to send counts as read-only, so that nothing is offered that would fail. */
function accessOf(scope: string): Consent["access"] | null {
	if (grants(scope, "Mail.ReadWrite") && grants(scope, "Mail.Send")) return "full";
	return grants(scope, "Mail.Read") || grants(scope, "Mail.ReadWrite") ? "read" : null;
}

/** @throws ConsentFailed */
async function getProfile(
	options: OutlookOptions,
	token: string,
	signal: AbortSignal,
): Promise<z.infer<typeof person>> {
	const url = `${options.apiUrl}/v1.0/me?$select=id,displayName,mail,userPrincipalName`;
	let reply: Response;
	try {
		reply = await getAs(token, url, { signal, maxBytes: PROFILE_BYTES });
	} catch (cause) {
		throw new ConsentFailed(null, null, "Microsoft does not answer.", { cause });
	}
	if (!reply.ok)
		throw new ConsentFailed(reply.status, "profile", `Failed to fetch the Outlook profile: ${reply.status}`);
	try {
		return person.parse(await reply.json());
	} catch (cause) {
		throw new ConsentFailed(null, null, "Microsoft answered something that cannot be read.", { cause });
	}
}

/** Fetched here because Graph requires a token for pictures. @returns a `data:` URL; null without one, or on timeout */
async function getPicture(options: OutlookOptions, token: string, signal: AbortSignal): Promise<string | null> {
	try {
		const within = AbortSignal.any([signal, AbortSignal.timeout(PICTURE.timeoutMs)]);
		const reply = await getAs(token, `${options.apiUrl}/v1.0/me/photos/96x96/$value`, {
			...{ signal: within, maxBytes: PICTURE.bytes },
		});
		const type = reply.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
		const body = await readBounded(reply);
		return reply.ok && PICTURE.types.test(type) ? `data:${type};base64,${body.toString("base64")}` : null;
	} catch {
		return null;
	}
}

/** Retried while Graph is busy: a mailbox being reconnected may be syncing with four concurrent requests. */
async function getAs(token: string, url: string, limits: { signal: AbortSignal; maxBytes: number }): Promise<Response> {
	for (let retryState = 0; ; retryState++) {
		const reply = await limitedFetch(url, {
			...limits,
			headers: { authorization: `Bearer ${token}` },
			redirect: "error",
		});
		if (!BUSY.statuses.has(reply.status) || retryState === BUSY.retryState) return reply;
		await reply.body?.cancel();
		const requestedSeconds = Number(reply.headers.get("retry-after")) || 0;
		const seconds = Math.min(Math.max(requestedSeconds, BUSY.firstSeconds * 2 ** retryState), BUSY.maxSeconds);
		await pause(seconds * 1000, limits.signal);
	}
}
