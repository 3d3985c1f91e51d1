/** Limits of a mailbox; tests set them to 2 or 3. */
export interface GmailLimits {
	/** Messages of the first page, with headers only, so that it is on screen immediately. */
	firstPage: number;
	/** New messages per page with content: about ten seconds of quota. */
	fresh: number;
	/** Ids per request: Gmail's maximum, at the same quota cost. */
	ids: number;
	/** Pages of ids remembered. */
	idPages: number;
	/** History records per request: Gmail's maximum. */
	records: number;
	/** Up to this many messages' labels are read individually. */
	individually: number;
	/** Messages per request before the size of a page is checked. */
	contents: { minimal: number; metadata: number; raw: number };
	/** Content of a page, plus one request's. */
	pageBytes: number;
	/** Ids per batchModify request: Gmail's maximum. */
	modified: number;
	/** Up to this many are modified individually: it costs no more, and responses contain the new labels. */
	modifiedIndividually: number;
}

export const GMAIL_LIMITS: GmailLimits = {
	firstPage: 50,
	fresh: 50,
	ids: 500,
	idPages: 4,
	records: 500,
	individually: 25,
	contents: { minimal: 50, metadata: 50, raw: 25 },
	pageBytes: 16 * 1024 * 1024,
	modified: 1_000,
	modifiedIndividually: 10,
};
