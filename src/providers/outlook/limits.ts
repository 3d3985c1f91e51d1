/** Limits of a mailbox; tests set them to 2 or 3. */
export interface OutlookLimits {
	/** Messages of the first page, small so that it is on screen immediately. */
	firstPage: number;
	/** Messages per page; with their headers some megabytes. */
	page: number;
	/** Folders queried for changes at once. */
	group: number;
	/** Known messages looked up at once. */
	lookups: number;
	/** Entries of the account's state read at once. */
	stateEntries: number;
	/** So often a folder's listing may begin again before it is complete. */
	restarts: number;
	/** Empty pages of a folder in a row. */
	emptyPages: number;
	/** Subfolders per request. */
	folders: number;
	/** Requests per ten minutes (https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits). */
	requests: number;
}

export const OUTLOOK_LIMITS: OutlookLimits = {
	firstPage: 50,
	page: 200,
	group: 20,
	lookups: 100,
	stateEntries: 1_000,
	restarts: 10,
	emptyPages: 1_000,
	folders: 100,
	requests: 10_000,
};
