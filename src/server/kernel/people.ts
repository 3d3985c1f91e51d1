/**
 * People: one person with several addresses, derived from mail.
 */

/** Finds, lists and merges people. */
export { findPerson, listPeople, mergePeople, type Person, suggestMerges } from "../mail/people/people.ts";
