import { publicOrigin } from "#server/platform/http/origins.ts";
import type { SignInProvider } from "#shared/contracts/operator.ts";
import type { ConsentScopes } from "#shared/provider-info.ts";
import { type ConsentKind, consentKinds, providerInfo } from "#shared/providers.ts";
import type { Context } from "../auth/context.ts";

/**
 * What to configure at Google and Microsoft for this server, and what is missing.
 * @param request whose address the redirects have: the one that signing in and connecting send
 */
export async function checkSignInProviders(
	{ config, database }: Pick<Context, "config" | "database">,
	request: Request,
): Promise<SignInProvider[]> {
	const origin = publicOrigin(config, request);
	const counts = await database.query<{ provider: string; total: number; read_only: number }>(
		`select provider, count(*)::int as total, count(*) filter (where settings ->> 'access' = 'read')::int as read_only
		from connected_accounts where status not in ('deleting', 'disconnected') group by provider`,
		[],
	);
	return (["google", "microsoft"] as const).map((id) => {
		const name = id.toUpperCase();
		const configured = config[id] !== null;
		const kinds = consentKinds.filter((kind) => providerInfo(kind).connect.issuer.toLowerCase() === id);
		const own = counts.filter(({ provider }) => kinds.some((kind) => kind === provider));
		return {
			id,
			configured,
			missing: configured ? [] : [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`],
			redirects: [
				{ purpose: "Sign in", url: `${origin}/auth/callback` },
				{ purpose: "Sign in on the sign-in page", url: `${origin}/auth` },
				...kinds.map((kind) => ({
					purpose: `Connect ${providerInfo(kind).shortName}`,
					url: `${origin}/auth/${kind}/callback`,
				})),
			],
			scopes: [{ purpose: "Sign in", names: ["openid", "email", "profile"] }, ...kinds.flatMap(scopesOf)],
			mailboxes: {
				total: own.reduce((sum, { total }) => sum + total, 0),
				readOnly: own.reduce((sum, { read_only: readOnly }) => sum + readOnly, 0),
			},
		};
	});
}

function scopesOf(kind: ConsentKind): SignInProvider["scopes"] {
	const { shortName, connect } = providerInfo(kind);
	const { identity, full, read, extras }: ConsentScopes = connect.scopes;
	const onRequest = Object.values(extras);
	return [
		{ purpose: `Connect ${shortName}`, names: [...identity, ...full] },
		{ purpose: `Connect ${shortName} as read-only`, names: [...identity, ...read] },
		...(onRequest.length === 0 ? [] : [{ purpose: "When a user asks for filters or deletion", names: onRequest }]),
	];
}
