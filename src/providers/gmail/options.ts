/** How this server is known at Google, and what it may ask of it. */
export interface GmailOptions {
	clientId: string;
	clientSecret: string;
	/** Where the Gmail API is, without a trailing slash. */
	apiUrl: string;
	/** Where Google's OpenID Connect configuration is found, without a trailing slash; null: Google's own addresses. */
	signInUrl: string | null;
	/** Quota units that one mailbox may spend in a minute. */
	unitsPerMinute: number;
	/** Quota units that all mailboxes together may spend in a minute. */
	projectUnitsPerMinute: number;
	/** The Pub/Sub topic to which Gmail tells changes; null: there is none. */
	topic: string | null;
}
