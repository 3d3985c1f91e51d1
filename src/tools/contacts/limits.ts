/** Phone numbers, and email addresses, of one contact in a request or file. */
export const MAX_VALUES = 100;
