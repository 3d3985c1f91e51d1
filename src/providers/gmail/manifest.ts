import { z } from "zod";
import { ConfigError, count, defineProvider, webAddress } from "#server/mail/provider/manifest.ts";
import { trimEndOf } from "#shared/trim.ts";
import { info } from "./info.ts";
import { createGmailProvider } from "./provider.ts";
import { createWebhook } from "./webhook.ts";

const settings = z.object({
	GOOGLE_API_URL: webAddress
		.default("https://gmail.googleapis.com")
		.meta({ description: "Gmail API base URL, for emulators" }),
	GOOGLE_PUBSUB_TOPIC: z
		.string()
		.regex(/^projects\/[^/]+\/topics\/[^/]+$/, "write the full name, projects/…/topics/…")
		.optional()
		.meta({
			description:
				"Gmail pushes new mail immediately instead of being polled every 15 seconds: the full topic name (`projects/…/topics/…`, where `gmail-api-push@system.gserviceaccount.com` may publish)",
		}),
	GOOGLE_PUBSUB_TOKEN: z.string().min(16, "write at least 16 characters of randomness").optional().meta({
		description:
			"A secret of your choice in the URL of its push subscription, `BASE_URL/api/v1/webhooks/gmail?token=…`",
	}),
	GMAIL_UNITS_PER_MINUTE: count(500, 1_000_000).default(6_000).meta({
		description: "Quota units per minute for one Gmail mailbox; older Google projects have 15000",
	}),
	GMAIL_PROJECT_UNITS_PER_MINUTE: count(500, 1_000_000_000)
		.default(1_200_000)
		.meta({ description: "Quota units per minute for all Gmail mailboxes together" }),
});

export const manifest = defineProvider(info, settings, (given, { oauthClients }) => {
	const { GOOGLE_PUBSUB_TOPIC: topic = null, GOOGLE_PUBSUB_TOKEN: token = null } = given;
	if ((topic === null) !== (token === null))
		throw new ConfigError("GOOGLE_PUBSUB_TOPIC and GOOGLE_PUBSUB_TOKEN belong together: set both, or neither.");
	const { google } = oauthClients;
	if (google === null) return null;
	const { clientId, clientSecret, url: signInUrl } = google;
	const provider = createGmailProvider({
		clientId,
		clientSecret,
		signInUrl,
		apiUrl: trimEndOf(given.GOOGLE_API_URL, "/"),
		unitsPerMinute: given.GMAIL_UNITS_PER_MINUTE,
		projectUnitsPerMinute: given.GMAIL_PROJECT_UNITS_PER_MINUTE,
		topic,
	});
	return token === null ? provider : { ...provider, webhook: createWebhook(token) };
});
