import { z } from "zod";

/** How full mailboxes are. */
export const usage = z.object({
	/** Of all mailboxes: as the mail server reports it; measured mail where it reports nothing. */
	usedBytes: z.number(),
	/** The quotas that mail servers report; 0: none does. */
	quotaBytes: z.number(),
	/** What is used of them. */
	quotaUsedBytes: z.number(),
	/** `measured`: the mail servers reported usage and quota; `estimated`: that of some mailbox reports no quota. */
	basis: z.enum(["measured", "estimated"]),
	/** Of the quotas, from 0 to 100; 0: none is reported. */
	percent: z.number(),
	/** Above 80 red, above 60 orange, otherwise green. */
	level: z.enum(["green", "orange", "red"]),
	/** Above 70 percent. */
	warning: z.boolean(),
});
export type Usage = z.infer<typeof usage>;
