/**
 * Reading one address, as SMTP carries it.
 */

/** Forms to compare and to store. */
export { mailboxKey, storedAddress } from "../mail/addresses/canonical.ts";
/** Domain names, internationalized ones included. */
export { type DomainName, readDomainName } from "../mail/addresses/domain-name.ts";
/** The address of a cell or line. */
export { addressOf, hasSeveralAddresses } from "../mail/addresses/entries.ts";
/** What is wrong with an address, as text. */
export { syntaxSentences } from "../mail/addresses/problems.ts";
/** Parts of an address, or what is wrong with it. */
export { type ParsedAddress, parseAddress, type SyntaxProblem } from "../mail/addresses/syntax.ts";
