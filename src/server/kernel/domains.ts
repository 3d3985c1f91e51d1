/**
 * Facts about mail domains: their records in the DNS with evidence, and lists of providers.
 */

/** Disposable mailboxes, and aliases that forward. */
export { isDisposable, isRelay } from "../mail/domains/disposable.ts";
/** Providers where anybody gets an address. */
export { isFreeProvider } from "../mail/domains/free-providers.ts";
/** Where a domain's mail goes. */
export { findMailHost, type MailHost } from "../mail/domains/mail-host.ts";
/** TXT records, and where an answer came from. */
export { type Evidence, evidenceOf, failureText, type Sent, textRecords } from "../mail/domains/records.ts";
/** Names under which DKIM keys are published. */
export { COMMON_SELECTORS, selectorsIn } from "../mail/domains/selectors.ts";
/** Domains made to look like others. */
export { imitatedBrand } from "../mail/trust/sender-name.ts";
export { skeletonOf } from "../mail/trust/skeleton.ts";
