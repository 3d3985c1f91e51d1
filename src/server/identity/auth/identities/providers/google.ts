import type { ProviderFacts } from "./openid.ts";

/**
 * Google. It vouches only for its own addresses (gmail.com, and Workspace domains in `hd`): others were verified when
 * the account was created and may have changed owner since.
 */
export const google: ProviderFacts = {
	label: "Google",
	issuer: (base) => base ?? "https://accounts.google.com",
	parameters: { prompt: "select_account" },
	read({ sub, email, email_verified: verified, hd, name }) {
		const address = typeof email === "string" ? email.toLowerCase() : null;
		const own = /@(gmail|googlemail)\.com$/.test(address ?? "") || typeof hd === "string";
		return {
			subject: sub,
			email: address,
			name: typeof name === "string" && name !== "" ? name : (address ?? ""),
			vouched: verified === true && own,
		};
	},
};
