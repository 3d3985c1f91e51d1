import { z } from "zod";
import { ConfigError, count, defineProvider, webAddress } from "#server/mail/provider/manifest.ts";
import { trimEndOf } from "#shared/trim.ts";
import { info } from "./info.ts";
import { createGmailProvider } from "./provider.ts";
import { createWebhook } from "./webhook.ts";

const settings = z.object({
	GOOGLE_API_URL: webAddress.default("https://gmail.googleapis.com"),
	/** Pub/Sub topic for push notifications, and the token that its calls to this server carry. */
	GOOGLE_PUBSUB_TOPIC: z
		.string()
		.regex(/^projects\/[^/]+\/topics\/[^/]+$/, "write the full name, projects/…/topics/…")
		.optional(),
	GOOGLE_PUBSUB_TOKEN: z.string().min(16, "write at least 16 characters of randomness").optional(),
	/** Quota units per minute, per mailbox and in total. */
	GMAIL_UNITS_PER_MINUTE: count(500, 1_000_000).default(6_000),
	GMAIL_PROJECT_UNITS_PER_MINUTE: count(500, 1_000_000_000).default(1_200_000),
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
