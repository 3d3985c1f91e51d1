import type { pause } from "#shared/pause.ts";

/** This server's OAuth client at Google, and its API settings. */
export interface GmailOptions {
	clientId: string;
	clientSecret: string;
	/** Base URL of the Gmail API, without a trailing slash. */
	apiUrl: string;
	/** Base URL of Google's OpenID Connect configuration, without a trailing slash; null: Google's own endpoints. */
	signInUrl: string | null;
	/** Quota units per minute and mailbox. */
	unitsPerMinute: number;
	/** Quota units per minute for all mailboxes together. */
	projectUnitsPerMinute: number;
	/** The Pub/Sub topic for push notifications; null: none. */
	topic: string | null;
	/** Waits before a request is repeated; absent: for that long. */
	pause?: typeof pause;
}
