import type { SignInProvider } from "#shared/contracts/operator.ts";
import type { Config } from "../../config.ts";

/** What Google and Microsoft sign-in need to be told, and what of it is missing here. */
export function checkSignInProviders(config: Config): SignInProvider[] {
	const redirects = [{ purpose: "Sign in", url: `${config.baseUrl}/auth/callback` }];
	return (["google", "microsoft"] as const).map((id) => {
		const name = id.toUpperCase();
		const configured = config[id] !== null;
		return {
			id,
			configured,
			missing: configured ? [] : [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`],
			redirects,
			scopes: ["openid", "email", "profile"],
		};
	});
}
