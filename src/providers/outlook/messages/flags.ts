import type { FlagChange, MessageFlags, SettableFlag } from "#shared/mail/flags.ts";
import type { OutlookMessage } from "../api/resources.ts";

interface FlagProperty {
	isSet(message: OutlookMessage): boolean;
	/** Properties of a message that set or clear it (https://learn.microsoft.com/graph/api/message-update). */
	update(value: boolean): Record<string, unknown>;
}

/** The flags that Outlook keeps, as properties of a message. */
const FLAG_PROPERTIES: Partial<Record<SettableFlag, FlagProperty>> = {
	read: { isSet: ({ isRead }) => isRead === true, update: (isRead) => ({ isRead }) },
	starred: {
		isSet: ({ flag }) => flag?.flagStatus === "flagged",
		update: (value) => ({ flag: { flagStatus: value ? "flagged" : "notFlagged" } }),
	},
	important: {
		isSet: ({ importance }) => importance === "high",
		update: (value) => ({ importance: value ? "high" : "normal" }),
	},
};
const properties = Object.entries(FLAG_PROPERTIES) as [SettableFlag, FlagProperty][];

/** The flags that Outlook keeps. */
export const KEPT_FLAGS: readonly SettableFlag[] = properties.map(([flag]) => flag);

/** The flags in a message's properties. */
export function flagsOf(message: OutlookMessage): MessageFlags {
	return Object.fromEntries(properties.map(([flag, { isSet }]) => [flag, isSet(message)]));
}

/** The properties that set or clear flags; those that Outlook does not keep are left out. */
export function flagUpdate(change: FlagChange): Record<string, unknown> {
	const updates = properties.map(([flag, { update }]) => {
		const value = change[flag];
		return value === undefined ? {} : update(value);
	});
	return Object.assign({}, ...updates) as Record<string, unknown>;
}
