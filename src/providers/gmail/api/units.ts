/**
 * Quota units per method, independent of the response format
 * (https://developers.google.com/workspace/gmail/api/reference/quota, as of May 2026). A batch costs the sum of its parts.
 */
export const UNITS = {
	getProfile: 1,
	"labels.list": 1,
	"labels.create": 5,
	"history.list": 2,
	"messages.list": 5,
	"messages.get": 20,
	"messages.modify": 5,
	"messages.batchModify": 50,
	"messages.batchDelete": 50,
	"messages.send": 100,
	"messages.insert": 25,
	"drafts.list": 5,
	"drafts.create": 10,
	"drafts.update": 15,
	"drafts.delete": 10,
	watch: 100,
	"settings.filters.list": 1,
	"settings.filters.create": 5,
	"settings.filters.delete": 5,
} as const;

export type Method = keyof typeof UNITS;

/** Share of a user's quota reserved for interactive requests, so that a first listing never delays them. */
export const INTERACTIVE_SHARE = 0.1;
/** The rest, less what a process may have reserved when a minute begins. */
export const BULK_SHARE = 0.88;
