import type { pause } from "#shared/pause.ts";

/** This server's OAuth client at Microsoft, and Microsoft's addresses. */
export interface OutlookOptions {
	clientId: string;
	clientSecret: string;
	/** Base URL of Microsoft Graph, without a trailing slash. */
	apiUrl: string;
	/** Base URL of Microsoft's sign-in, without a trailing slash; null: Microsoft's own. */
	signInUrl: string | null;
	/** Webhook URL for an account's change notifications; absent: accounts are polled. */
	webhookUrl?: (accountId: string) => string;
	/** Waits before a request is repeated; absent: for that long. */
	pause?: typeof pause;
}
