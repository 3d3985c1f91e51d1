import { signInContract } from "#shared/contracts/sign-in.ts";
import { unauthenticated } from "../../errors.ts";
import { type HandlerInput, implement } from "../../platform/http/implement.ts";
import { createRateLimits } from "../../platform/http/rate-limit.ts";
import { clientOf } from "../../platform/http/remote-address.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import { deleteOldCodes } from "../oauth-clients/codes.ts";
import type { Context } from "./context.ts";
import { createFlowCookie } from "./identities/flow-cookie.ts";
import type { ProviderId } from "./identities/identities.ts";
import { freshSessionNeeded } from "./sessions/recent-sign-in.ts";

/** Limit on sign-ins with Microsoft or Google per client address. */
const FLOW_LIMIT = { max: 30, window: 60 };

type Begin = HandlerInput<(typeof signInContract)["microsoft-auth-init"]>;
type Finish = HandlerInput<(typeof signInContract)["microsoft-auth-callback"]>;

/** Sign-in methods besides Better Auth's own, and the sessions and methods that a user manages in settings. */
export const authModule: ServerModule<Context> = {
	name: "auth",
	routes(ctx) {
		const { apiKeys, clients, identities, providers, sessions } = ctx.auth;
		const limits = createRateLimits(ctx.database, ctx.config, ctx.now);
		const flowCookie = createFlowCookie(ctx.config);

		async function begin({ body, caller, request, remoteAddress, setCookie }: Begin, provider: ProviderId) {
			await limits.check(`journey:${clientOf(remoteAddress)}`, FLOW_LIMIT);
			if (body.link && !caller?.session) throw unauthenticated();
			if (body.link && !caller?.session?.fresh) throw freshSessionNeeded();
			const linkTo = body.link ? (caller?.ownerId ?? null) : null;
			const begun = await providers.begin(provider, { redirectUri: body.redirectUri, linkTo, request });
			setCookie(flowCookie.write(begun.state));
			return begun;
		}

		async function finish({ body, caller, request, remoteAddress }: Finish, provider: ProviderId) {
			await limits.check(`journey-back:${clientOf(remoteAddress)}`, FLOW_LIMIT);
			const state = body.state ?? flowCookie.read(request) ?? "";
			return providers.finish(provider, { ...body, state }, caller?.session ? caller.ownerId : null);
		}

		return [
			implement(signInContract, {
				getSignInMethods: async () => ({
					microsoft: ctx.config.microsoft !== null,
					google: ctx.config.google !== null,
					mail: ctx.mailer.configured,
					signUp: await ctx.auth.signUp(),
					isFirst: await ctx.auth.isFirst(),
				}),
				"microsoft-auth-init": (input) => begin(input, "microsoft"),
				"microsoft-auth-callback": (input) => finish(input, "microsoft"),
				"google-auth-init": (input) => begin(input, "google"),
				"google-auth-callback": (input) => finish(input, "google"),
				listSessions: ({ caller, query }) => sessions.list(caller.ownerId, caller.session?.id ?? "", query),
				async endSession({ caller, params }) {
					await sessions.end(caller.ownerId, params.id);
					ctx.events.publish(caller.ownerId, { type: "sessions" });
					return undefined;
				},
				async endOtherSessions({ caller }) {
					await sessions.endOthers(caller.ownerId, caller.session?.id ?? "");
					ctx.events.publish(caller.ownerId, { type: "sessions" });
					return undefined;
				},
				listIdentities: ({ caller }) => identities.list(caller.ownerId),
				async unlinkIdentity({ caller, params }) {
					await identities.unlink(caller.ownerId, params.id);
					return undefined;
				},
				async listApiKeys({ caller }) {
					return { items: await apiKeys.list(caller.ownerId) };
				},
				createApiKey: ({ caller, body }) => apiKeys.create(caller.ownerId, body),
				getClientRequest: ({ query, request }) => clients.describe(decoded(query.request), request),
				async approveClient({ caller, body, request }) {
					const { ownerId } = caller;
					return { redirectTo: await clients.approve(ownerId, decoded(body.request), body.access, request) };
				},
				async deleteApiKey({ caller, params }) {
					await apiKeys.delete(caller.ownerId, params.id);
					return undefined;
				},
			}),
		];
	},
	maintain: (ctx) => deleteOldCodes(ctx.database, ctx.now()),
};

function decoded(text: string): string {
	return Buffer.from(text, "base64url").toString();
}
