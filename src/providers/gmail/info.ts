import { defineProviderInfo } from "#shared/provider-info.ts";

export const info = defineProviderInfo({
	kind: "gmail",
	name: "Gmail",
	shortName: "Gmail",
	connect: { by: "consent", issuer: "Google", functions: ["auth-init", "auth", "refresh"] },
	// Opens any thread by its API id, which is the X-GM-THRID in hex.
	webMailUrl: (email, threadId) =>
		`https://mail.google.com/mail/u/${encodeURIComponent(email)}/#all/${BigInt(threadId).toString(16)}`,
});
