import { defineProviderInfo } from "#shared/provider-info.ts";

export const info = defineProviderInfo({
	kind: "gmail",
	name: "Gmail",
	shortName: "Gmail",
	connect: {
		by: "consent",
		issuer: "Google",
		functions: ["auth-init", "auth", "refresh"],
		// https://developers.google.com/workspace/gmail/api/auth/scopes
		scopes: {
			identity: [
				"openid",
				"email",
				"profile",
				"https://www.googleapis.com/auth/userinfo.email",
				"https://www.googleapis.com/auth/userinfo.profile",
			],
			read: ["https://www.googleapis.com/auth/gmail.readonly"],
			full: [
				"https://www.googleapis.com/auth/gmail.readonly",
				"https://www.googleapis.com/auth/gmail.labels",
				"https://www.googleapis.com/auth/gmail.modify",
				"https://www.googleapis.com/auth/gmail.send",
			],
			extras: {
				serverRules: "https://www.googleapis.com/auth/gmail.settings.basic",
				// The only scope that allows permanent deletion.
				permanentDelete: "https://mail.google.com/",
			},
		},
	},
	// Opens any thread by its API id, which is the X-GM-THRID in hex.
	webMailUrl: (email, threadId) =>
		`https://mail.google.com/mail/u/${encodeURIComponent(email)}/#all/${BigInt(threadId).toString(16)}`,
});
