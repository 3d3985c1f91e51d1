/**
 * What a domain publishes about who may send for it: SPF, DKIM and DMARC, read and judged in one way for all tools.
 */

/** Keys for signatures (RFC 6376). */
export { type DkimKeys, judgeDkim, readDkimKeys } from "../services/sender-auth/dkim.ts";
/** Policies (RFC 9989). */
export { type DmarcFacts, findDmarc, judgeDmarc } from "../services/sender-auth/dmarc.ts";
/** How a record was judged, and its parts. */
export { isUsable, itemOf, type RecordFinding } from "../services/sender-auth/finding.ts";
/** What they ask with. */
export { type AskDns, NoAnswer, type Records, recordsBy } from "../services/sender-auth/records.ts";
/** Servers that may send (RFC 7208). */
export { judgeSpf, readSpfTree, type SpfTree } from "../services/sender-auth/spf.ts";
