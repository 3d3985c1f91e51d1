/** Conversations whose open question, request or promise is older wait for no one any more: the same on all pages. */
export const WAITING_DAYS = 30;
