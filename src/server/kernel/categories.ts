/**
 * Categories of mail, and corrections by the user.
 */

/** Makes, lists, previews and reverts corrections. */
export { correct, listCorrections, previewCorrection, revert } from "../mail/categories/corrections.ts";
/** Classifies a mailbox again. */
export { classifyJob } from "../mail/categories/job.ts";
