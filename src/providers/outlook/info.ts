import { defineProviderInfo } from "#shared/provider-info.ts";

export const info = defineProviderInfo({
	kind: "outlook",
	name: "Microsoft Outlook / Office 365",
	shortName: "Outlook",
	connect: {
		by: "consent",
		issuer: "Microsoft",
		functions: ["auth-init", "auth", "sync", "update-email"],
		// https://learn.microsoft.com/graph/permissions-reference
		scopes: {
			identity: ["openid", "email", "profile", "offline_access", "User.Read"],
			read: ["Mail.Read"],
			full: ["Mail.ReadWrite", "Mail.Send", "MailboxSettings.ReadWrite"],
			extras: {},
		},
	},
});
