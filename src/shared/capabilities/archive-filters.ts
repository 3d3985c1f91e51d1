import { z } from "zod";
import { declareCapability } from "./capability.ts";

const ids = z.array(z.uuid()).max(5_000);

/** Creates filters that archive the new mail of lists, one each, and deletes such filters; both or none. Fails with 409 `too-many-filters`. */
export const changeArchiveFilters = declareCapability({
	name: "change-archive-filters",
	input: z.object({
		create: z
			.array(
				z.object({
					accountId: z.uuid(),
					/** As in `emails.list_key`. */
					listKey: z.string().min(1),
					/** The name of the filter. */
					name: z.string(),
				}),
			)
			.max(5_000),
		/** Those that are gone already are left out. */
		remove: ids,
	}),
	result: z.object({
		/** Ids of the filters, in the order of `create`. */
		created: ids,
	}),
});

/** Those of these filters that exist, are on and archive: the user can change each of them. */
export const activeArchiveFilters = declareCapability({
	name: "active-archive-filters",
	input: z.object({ ids }),
	result: z.object({ ids }),
});
