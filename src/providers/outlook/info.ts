import { defineProviderInfo } from "#shared/provider-info.ts";

export const info = defineProviderInfo({
	kind: "outlook",
	name: "Microsoft Outlook / Office 365",
	shortName: "Outlook",
	connect: { by: "consent", issuer: "Microsoft", functions: ["auth-init", "auth", "sync", "update-email"] },
});
