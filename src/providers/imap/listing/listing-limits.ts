/** Limits of a listing; tests set them to 2 or 3. */
export interface ListingLimits {
	/** Messages of the first page, small so that it is on screen immediately. */
	firstPage: number;
	/** Ids per page reported as removed because their folder was deleted or recreated. */
	leftoversPerPage: number;
	/** Listed messages of such a folder; beyond, the mailbox is listed again. */
	leftovers: number;
	/** UIDs per page reported as removed because their messages were added and expunged between two rounds. */
	missedPerPage: number;
	/** Such UIDs of a folder in a row; beyond, the mailbox is listed again. */
	missed: number;
}

export const LISTING_LIMITS: ListingLimits = {
	firstPage: 50,
	leftoversPerPage: 5_000,
	leftovers: 1_000_000,
	missedPerPage: 10_000,
	missed: 100_000,
};
