import { z } from "zod";
import { defineProvider, flag, webAddress } from "#server/mail/provider/manifest.ts";
import { trimEndOf } from "#shared/trim.ts";
import { info } from "./info.ts";
import { createOutlookProvider } from "./provider.ts";
import { webhook } from "./webhook.ts";

const settings = z.object({
	MICROSOFT_API_URL: webAddress
		.default("https://graph.microsoft.com")
		.meta({ description: "Microsoft Graph base URL, for emulators" }),
	MICROSOFT_NOTICES: flag.default(false).meta({
		description:
			"`on`: Microsoft sends change notifications for Outlook mailboxes to `BASE_URL`, which must be reachable over HTTPS; otherwise they are polled four times a minute",
	}),
});

export const manifest = defineProvider(info, settings, (given, { oauthClients, webhookUrl }) => {
	const { microsoft } = oauthClients;
	if (microsoft === null) return null;
	const { clientId, clientSecret, url: signInUrl } = microsoft;
	const options = { clientId, clientSecret, signInUrl, apiUrl: trimEndOf(given.MICROSOFT_API_URL, "/") };
	if (!given.MICROSOFT_NOTICES) return createOutlookProvider(options);
	return { ...createOutlookProvider({ ...options, webhookUrl }), webhook };
});
