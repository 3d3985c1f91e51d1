import type { SignInProvider } from "#shared/contracts/operator.ts";
import type { Config } from "../../config.ts";

/** The settings that sign-in with Google and Microsoft needs, and which are missing. */
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
