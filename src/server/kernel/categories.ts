/**
 * Categories of mail, and corrections by the user.
 */

/** Finds lists and categories of mail that has none. */
export { classifyRest } from "../mail/categories/classify-rest.ts";
/** Makes, lists, previews and reverts corrections. */
export { correct, listCorrections, previewCorrection, revert } from "../mail/categories/corrections.ts";
