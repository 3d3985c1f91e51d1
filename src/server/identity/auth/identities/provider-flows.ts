import * as oidc from "openid-client";
import { z } from "zod";
import type { Config } from "../../../config.ts";
import type { Database } from "../../../db/database.ts";
import { AppError, badRequest } from "../../../errors.ts";
import type { Logger } from "../../../log.ts";
import { allowedOrigins } from "../../../platform/http/origins.ts";
import { credentialVersion } from "../links/link-binding.ts";
import { issueSignInToken, type UserStore } from "../links/token-sign-in.ts";
import type { Admission, Identities, ProviderId } from "./identities.ts";
import { google } from "./providers/google.ts";
import { microsoft } from "./providers/microsoft.ts";
import {
	createOpenIdProvider,
	type Identified,
	type OpenIdProvider,
	ProviderUnreachable,
	pending,
	SignInRefused,
} from "./providers/openid.ts";

/** Signing in with an identity provider by redirect. */
export interface ProviderFlows {
	/**
	 * @param linkTo the signed-in user to link the identity to; null to sign in
	 * @throws AppError `not-configured`, `bad-redirect`, `provider-unreachable`
	 */
	begin(
		provider: ProviderId,
		input: { redirectUri: string; linkTo: string | null; request: Request },
	): Promise<{ state: string; authUrl: string }>;
	/**
	 * @param caller the currently signed-in user, if any
	 * @throws AppError `sign-in-expired` for a state that is unknown, used or older than ten minutes
	 */
	finish(
		provider: ProviderId,
		answer: { code: string; state: string; redirectUri: string; iss?: string | undefined },
		caller: string | null,
	): Promise<Outcome>;
}

export interface Outcome {
	success: boolean;
	session?: { properties: { hashed_token: string } };
	linked?: true;
}

/** As the specification says; the browser uses the same limit. */
const LIFE_MS = 10 * 60_000;
const returnPaths = new Set(["/auth/callback", "/auth"]);

const storedFlow = pending.extend({ redirectUri: z.string(), linkTo: z.string().nullable() });

interface FlowParts {
	config: Config;
	database: Database;
	log: Logger;
	identities: Identities;
	people: () => Promise<UserStore>;
	admission: Admission;
}

export function createProviderFlows({
	config,
	database,
	log,
	identities,
	people,
	admission,
}: FlowParts): ProviderFlows {
	const providers = new Map<ProviderId, OpenIdProvider>();
	if (config.microsoft !== null) providers.set("microsoft", createOpenIdProvider(microsoft, config.microsoft));
	if (config.google !== null) providers.set("google", createOpenIdProvider(google, config.google));

	function find(id: ProviderId): OpenIdProvider {
		const provider = providers.get(id);
		if (provider !== undefined) return provider;
		throw new AppError(404, "not-configured", `This server does not offer to sign in with ${id}.`);
	}

	async function reach<T>(provider: OpenIdProvider, work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (cause) {
			if (!(cause instanceof ProviderUnreachable)) throw cause;
			throw new AppError(502, "provider-unreachable", `${provider.label} is not responding. Please try again later.`, {
				cause,
			});
		}
	}

	return {
		async begin(id, { redirectUri, linkTo, request }) {
			const provider = find(id);
			checkRedirect(config, redirectUri, request);
			const state = oidc.randomState();
			const { authUrl, pending: made } = await reach(provider, () => provider.begin(redirectUri, state));
			const { internalAdapter } = await people();
			await internalAdapter.createVerificationValue({
				identifier: `${id}:${state}`,
				value: JSON.stringify({ ...made, redirectUri, linkTo } satisfies z.infer<typeof storedFlow>),
				expiresAt: new Date(Date.now() + LIFE_MS),
			});
			return { state, authUrl };
		},
		async finish(id, answer, caller) {
			const provider = find(id);
			const auth = await people();
			const consumed = await auth.internalAdapter.consumeVerificationValue(`${id}:${answer.state}`);
			const flow = consumed === null ? null : storedFlow.parse(JSON.parse(consumed.value));
			if (flow === null || flow.redirectUri !== answer.redirectUri) throw expired();
			// Started by one user and finished by another: someone was sent a link.
			if (flow.linkTo !== null && flow.linkTo !== caller) throw expired();
			let who: Identified;
			try {
				who = await reach(provider, () => provider.finish(answer, flow));
			} catch (cause) {
				if (!(cause instanceof SignInRefused)) throw cause;
				log.warn(
					{ event: "sign_in.not_confirmed", provider: id, reason: cause.message },
					"a sign-in was not confirmed by its provider",
				);
				return { success: false };
			}
			if (flow.linkTo !== null) {
				await identities.link(flow.linkTo, id, who);
				return { success: true, linked: true };
			}
			const userId = await identities.personOf(id, who, admission);
			const version = await credentialVersion(database, userId);
			if (version === null) throw expired();
			const token = await issueSignInToken(auth, { userId, version });
			return { success: true, session: { properties: { hashed_token: token } } };
		},
	};
}

/** Only our own pages may receive an authorization code. */
function checkRedirect(config: Config, redirectUri: string, request: Request): void {
	const url = new URL(redirectUri);
	const ours = allowedOrigins(config, request).includes(url.origin) && returnPaths.has(url.pathname);
	if (!ours || url.search !== "" || url.hash !== "" || url.username !== "")
		throw badRequest("bad-redirect", "redirectUri must be /auth/callback of this server.");
}

function expired(): AppError {
	return badRequest("sign-in-expired", "Authentication session expired. Please try again.");
}
