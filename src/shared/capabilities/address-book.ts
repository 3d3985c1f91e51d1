import { z } from "zod";
import { declareCapability } from "./capability.ts";

/**
 * The contacts of a user as an address book: those about whom the user entered or imported something, and those to whom
 * they have written. The first ten thousand by name.
 */
export const listAddressBook = declareCapability({
	name: "list-address-book",
	input: z.object({
		/** Only these; absent: all. */
		ids: z.array(z.uuid()).optional(),
		version: z.enum(["3.0", "4.0"]),
		/** With the cards: they may have pictures. */
		withCards: z.boolean(),
	}),
	result: z.object({
		items: z.array(
			z.object({
				id: z.uuid(),
				/** Changes with the card; the same in all versions. */
				etag: z.string(),
				/** A vCard; empty without cards. */
				card: z.string(),
			}),
		),
	}),
});
