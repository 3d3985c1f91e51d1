/** How this server is known at Microsoft, and where Microsoft is. */
export interface OutlookOptions {
	clientId: string;
	clientSecret: string;
	/** Where Microsoft Graph is, without a trailing slash. */
	apiUrl: string;
	/** Where Microsoft's sign-in is, without a trailing slash; null: at Microsoft's own address. */
	signInUrl: string | null;
	/** Where Microsoft may tell that an account has news; absent: it is looked at instead. */
	noticeUrl?: (accountId: string) => string;
}
