/**
 * Reading mail: mailboxes, folders, lists of messages, search, counts; and requesting a sync. Messages are selected with SQL
 * on the published views.
 */

/** Free and used space at the provider. */
export { createQuotas, type Quota } from "../mail/accounts/quota.ts";
/** Counts a mailbox's mail per day again. */
export { recountJob } from "../mail/rollups/recount.ts";
/** Periods, as the user selects them. */
export { type DateRange, dateRangeOf } from "../mail/search/date-range.ts";
/** A page of matching messages. */
export { searchEmails } from "../mail/search/search.ts";
/** A search as a SELECT of the matching messages, and the check of one that is saved. */
export { requireSearchable, type SqlFragment, selectMatching } from "../mail/search/select.ts";
/** Refuses work that would exceed the user's storage quota. */
export { requireRoom } from "../mail/storage/quota.ts";
/** The user's mailboxes. */
export { accountsIn, accountsOf, getAccount, listAccounts } from "../mail/store/accounts.ts";
/** Flags as columns of the published views. */
export { type FlagColumns, flagColumns, flagsOfRow } from "../mail/store/flag-columns.ts";
/** Which messages the totals count. */
export { isOldPromotion } from "../mail/store/old-promotions.ts";
/** A mailbox's folders with counts. */
export { listFolders } from "../mail/store/read/folders.ts";
/** Rows of a list of messages, with paging. */
export { cursorAfter, cursorOf, ITEM_COLUMNS, type ItemRow, presentItem } from "../mail/store/read/items.ts";
/** Lets long statements wait while a user is reading. */
export { recordReader } from "../mail/store/readers.ts";
export { countedIn, RECEIVED_ROLES } from "../mail/store/rollups/rollup-scope.ts";
/** The words of messages. */
export { readWords } from "../mail/store/text-index-of.ts";
/** Fetches bodies of messages stored with their header only. */
export { fetchNow } from "../mail/sync/fetch-now.ts";
/** Requests a sync. */
export { enqueueFreshSync, enqueueSync } from "../mail/sync/job.ts";
/** SQL for mail that is not to be acted upon. */
export { distrusted } from "../mail/trust/distrusted.ts";
/** Conversations in which someone waits for an answer. */
export { countWaiting, listWaiting, readConversationState, type WaitingThread } from "../mail/waiting/waiting.ts";
/** Brings mailboxes up to date, and scans them. */
export { scanMailboxes, syncStale } from "../services/sync-stale/sync-stale.ts";
