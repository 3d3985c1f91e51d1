/**
 * vCards: what one says, and writing them. `card-parsing.ts` reads them, in worker threads.
 */

/** A picture. */
export type { CardPhoto } from "../services/cards/photo.ts";
/** What a card says. */
export type { Vcard } from "../services/cards/read-vcards.ts";
/** A contact as a vCard (RFC 6350). */
export { type VcardContact, type VcardVersion, writeVcard } from "../services/cards/write-vcard.ts";
