import { type ChangeKind, emails, keepReplacementsTogether } from "#kernel/changes.ts";

/** Messages replaced by copies without attachments, the originals being in the trash: each is two items of the journal. */
export const detachKind: ChangeKind = {
	type: "detach",
	titles(_, { count }) {
		const from = emails(Math.ceil(count / 2));
		return { planned: `Remove attachments from ${from}`, past: `Removed attachments from ${from}` };
	},
	completeUndo: keepReplacementsTogether,
};
