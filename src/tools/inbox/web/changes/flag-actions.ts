import { Bookmark, BookmarkX, type LucideIcon, Mail, MailOpen, Star, StarOff } from "lucide-react";
import { FLAGS, flagAction, SETTABLE_FLAGS, type SettableFlag } from "#shared/mail/flags.ts";
import type { MenuEntry } from "#web/ui/overlay/menu.tsx";
import type { Action } from "../base/mail.ts";

/** Icons of what sets and clears a flag. */
const ICONS: Record<SettableFlag, Record<"set" | "clear", LucideIcon>> = {
	read: { set: MailOpen, clear: Mail },
	starred: { set: Star, clear: StarOff },
	important: { set: Bookmark, clear: BookmarkX },
};

/** The entries of the menu for selected messages that set or clear flags. */
export function flagEntries(onAct: (action: Action) => void): MenuEntry[] {
	return SETTABLE_FLAGS.flatMap((flag) => {
		const { menu, ...change } = FLAGS[flag].change;
		return menu.map((operation) => ({
			label: change[operation].label,
			icon: ICONS[flag][operation],
			onSelect: () => onAct(flagAction(flag, operation === "set")),
		}));
	});
}
