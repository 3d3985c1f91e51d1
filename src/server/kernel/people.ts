/**
 * People: one person with several addresses, derived from mail.
 */

/** Computes the people of an owner who has none yet. */
export { refreshFirstPeople } from "../mail/people/job.ts";
/** Makes several people one, and undoes it. */
export { listMerges, mergePeople, type PersonMerge, undoMerge } from "../mail/people/merges.ts";
/** Finds and lists people; those who may be one person. */
export { findPerson, listPeople, type Person, suggestMerges } from "../mail/people/people.ts";
