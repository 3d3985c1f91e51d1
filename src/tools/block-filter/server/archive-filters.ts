import { provide } from "#kernel/capabilities.ts";
import type { MailContext } from "#kernel/module.ts";
import { activeArchiveFilters, changeArchiveFilters } from "#shared/capabilities/archive-filters.ts";
import { filterDraft } from "../contract.ts";
import { notifyNative } from "./native/sync.ts";
import { makeRules } from "./rules/rules.ts";
import { listRules, setDeleted } from "./rules/store.ts";

/** Filters that other tools create: each archives the mail of one list in one mailbox. */
export const provideArchiveFilters = provide(
	changeArchiveFilters,
	async (ctx: MailContext, { ownerId }, { create, remove }) => {
		const drafts = create.map(({ accountId, listKey, name }) =>
			filterDraft.parse({
				name: name.slice(0, 200),
				ruleType: "advanced",
				conditions: { kind: "list", value: listKey, not: false },
				action: "archive",
				accountId,
			}),
		);
		const created = await ctx.database.transaction(async () => {
			const known = new Set((await listRules(ctx.database, ownerId)).map(({ id }) => id));
			for (const id of remove) if (known.has(id)) await setDeleted(ctx.database, ownerId, id, true);
			const rows = drafts.length === 0 ? [] : await makeRules(ctx, ownerId, drafts);
			await notifyNative(ctx, ownerId);
			return rows;
		});
		return { created: created.map(({ id }) => id) };
	},
);

/** Which of them still act. */
export const provideActiveFilters = provide(activeArchiveFilters, async (ctx: MailContext, { ownerId }, { ids }) => {
	const wanted = new Set(ids);
	const rules = await listRules(ctx.database, ownerId);
	return {
		ids: rules
			.filter(({ id, isActive, action }) => wanted.has(id) && isActive && action === "archive")
			.map(({ id }) => id),
	};
});
