import type { ProviderFacts } from "./openid.ts";

/** The tenant of personal accounts, whose addresses Microsoft itself has verified. */
const PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad";

/**
 * Microsoft: work, school and personal accounts. The administrator of any tenant can put any address into `email`, so
 * it is trusted only where Microsoft says that the tenant owns its domain (`xms_edov`).
 */
export const microsoft: ProviderFacts = {
	label: "Microsoft",
	issuer: (base) => `${base ?? "https://login.microsoftonline.com"}/common/v2.0`,
	parameters: { prompt: "select_account", response_mode: "query" },
	read(claims) {
		const { tid, email, name, preferred_username: userName, xms_edov: owned } = claims;
		const address = typeof email === "string" ? email : typeof userName === "string" ? userName : null;
		const domainOwned = owned === true || owned === 1 || owned === "1" || owned === "true";
		return {
			subject: `${String(tid ?? "")}/${claims.sub}`,
			email: address?.includes("@") ? address.toLowerCase() : null,
			name: typeof name === "string" && name !== "" ? name : (address ?? ""),
			vouched: typeof email === "string" && (tid === PERSONAL || domainOwned),
		};
	},
};
