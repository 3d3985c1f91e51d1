/**
 * Access to the network (`ctx.net`): DNS with evidence, HTTP and TCP that reach public addresses only.
 */

/** Whether an address is on the public internet. */
export { isPublicAddress } from "../platform/net/address-guard.ts";
/** An answer with its evidence; a lookup that failed, with the reason. */
export { type DnsAnswer, DnsFailure } from "../platform/net/dns/answer.ts";
/** Name lookups. */
export type { Dns } from "../platform/net/dns/dns.ts";
/** Types of records. */
export type { RecordData, RecordType } from "../platform/net/dns/records.ts";
/** HTTP requests. */
export type { GuardedFetch, GuardedReply } from "../platform/net/guarded-fetch.ts";
/** TCP connections. */
export type { GuardedTcp } from "../platform/net/guarded-tcp.ts";
/** All three, as `ctx.net`. */
export type { Net } from "../platform/net/net.ts";
/** Limits on concurrency and rate, in total and per key. */
export { createSlots } from "../platform/slots/slots.ts";
