/**
 * The flags of a message. Each is described once, here: operations and their sentences, fields of the API, columns, IMAP
 * flags and exported state follow from this list. The order is that of stored bits, so new flags come last.
 */

/** What a user does with a flag, in words. */
export interface FlagOperation {
	/** On a button: "Mark as read". */
	label: string;
	/** When it is done: "Marked as read". */
	done: string;
	/** @param emails how many: "2 emails" */
	planned: (emails: string) => string;
	/** @param emails how many: "2 emails" */
	past: (emails: string) => string;
}

interface FlagFacts {
	/** IMAP flags and keywords that mean it, in lower case except for the first, which is the one that is set. */
	imap: readonly [string, ...string[]];
	/** In separator lines of exported mailboxes. */
	letter: string;
	/** How users change it; null: it follows from something else that they do. */
	change: {
		/** Type of the action. */
		action: string;
		set: FlagOperation;
		clear: FlagOperation;
		/** Which of them the menu for selected messages offers. */
		menu: readonly ("set" | "clear")[];
	} | null;
}

export const FLAGS = {
	/** `\Seen`, `\Flagged` and `\Answered`: RFC 9051 §2.3.2. */
	read: {
		imap: ["\\Seen"],
		letter: "r",
		change: {
			action: "mark_read",
			set: {
				label: "Mark as read",
				done: "Marked as read",
				planned: (emails) => `Mark ${emails} as read`,
				past: (emails) => `Marked ${emails} as read`,
			},
			clear: {
				label: "Mark as unread",
				done: "Marked as unread",
				planned: (emails) => `Mark ${emails} as unread`,
				past: (emails) => `Marked ${emails} as unread`,
			},
			// Marking as read has a button.
			menu: ["clear"],
		},
	},
	starred: {
		imap: ["\\Flagged"],
		letter: "s",
		change: {
			action: "star",
			set: {
				label: "Star",
				done: "Starred",
				planned: (emails) => `Star ${emails}`,
				past: (emails) => `Starred ${emails}`,
			},
			clear: {
				label: "Remove star",
				done: "Removed star",
				planned: (emails) => `Remove star from ${emails}`,
				past: (emails) => `Removed star from ${emails}`,
			},
			menu: ["set", "clear"],
		},
	},
	/** RFC 8457 §3; also used by Gmail and Apple Mail. */
	important: {
		imap: ["$Important", "\\important"],
		letter: "i",
		change: {
			action: "important",
			set: {
				label: "Mark as important",
				done: "Marked as important",
				planned: (emails) => `Mark ${emails} as important`,
				past: (emails) => `Marked ${emails} as important`,
			},
			clear: {
				label: "Mark as not important",
				done: "Marked as not important",
				planned: (emails) => `Mark ${emails} as not important`,
				past: (emails) => `Marked ${emails} as not important`,
			},
			menu: [],
		},
	},
	answered: { imap: ["\\Answered"], letter: "a", change: null },
} as const satisfies Record<string, FlagFacts>;

export type Flag = keyof typeof FLAGS;

/** A flag that users change. */
export type SettableFlag = {
	[F in Flag]: (typeof FLAGS)[F]["change"] extends null ? never : F;
}[Flag];

export const FLAG_NAMES = Object.keys(FLAGS) as Flag[];
export const SETTABLE_FLAGS = FLAG_NAMES.filter((flag): flag is SettableFlag => FLAGS[flag].change !== null);

/** The flags of a message; one that is absent is not set. */
export type MessageFlags = Partial<Record<Flag, boolean>>;

/** Flags that are set or cleared; those that are absent stay as they are. */
export type FlagChange = Partial<Record<SettableFlag, boolean>>;

/** Flags as fields of the API: `isRead`. */
export type FlagFields = { [F in Flag as `is${Capitalize<F>}`]: boolean };

/** The field of a flag that users change. */
export type SettableField = `is${Capitalize<SettableFlag>}`;

/** The field of a flag in the API: "isRead". */
export function flagField<F extends Flag>(flag: F): `is${Capitalize<F>}` {
	return `is${flag.charAt(0).toUpperCase()}${flag.slice(1)}` as `is${Capitalize<F>}`;
}

/** The fields of all flags in the API. */
export const FLAG_FIELDS = FLAG_NAMES.map((flag) => flagField(flag));

/** A value for each flag, by its field in the API. */
export function mapFlagFields<T>(value: (flag: Flag) => T): Record<keyof FlagFields, T> {
	return Object.fromEntries(FLAG_NAMES.map((flag) => [flagField(flag), value(flag)])) as Record<keyof FlagFields, T>;
}

/** A value for each flag that users change, by its field in the API. */
export function mapSettableFields<T>(value: (flag: SettableFlag) => T): Record<SettableField, T> {
	return Object.fromEntries(SETTABLE_FLAGS.map((flag) => [flagField(flag), value(flag)])) as Record<SettableField, T>;
}

/** The flags as fields of the API. */
export function flagFields(flags: MessageFlags): FlagFields {
	return mapFlagFields((flag) => flags[flag] === true);
}

/** The flags of a message as the API shows it. */
export function flagsOf(fields: FlagFields): Required<MessageFlags> {
	return mapFlags((flag) => fields[flagField(flag)]);
}

/** A value for each flag. */
export function mapFlags<T>(value: (flag: Flag) => T): Record<Flag, T> {
	return Object.fromEntries(FLAG_NAMES.map((flag) => [flag, value(flag)])) as Record<Flag, T>;
}

/** Packs flags into a number, one bit each in the order of `FLAGS`. */
export function packFlags(flags: MessageFlags): number {
	return FLAG_NAMES.reduce((bits, flag, i) => bits | (flags[flag] === true ? 1 << i : 0), 0);
}

/** The flags of a number that `packFlags` returned. */
export function unpackFlags(bits: number): Required<MessageFlags> {
	return mapFlags((flag) => (bits & (1 << FLAG_NAMES.indexOf(flag))) !== 0);
}

/** An action that sets or clears a flag. */
export interface FlagAction {
	type: (typeof FLAGS)[SettableFlag]["change"]["action"];
	value: boolean;
}

/** The action that sets or clears a flag. */
export function flagAction(flag: SettableFlag, value: boolean): FlagAction {
	return { type: FLAGS[flag].change.action, value };
}

/** The flag that an action sets or clears. */
export function flagOfAction({ type }: FlagAction): SettableFlag {
	return SETTABLE_FLAGS.find((flag) => FLAGS[flag].change.action === type) as SettableFlag;
}

/** Words for an action on a flag. */
export function flagOperation(action: FlagAction): FlagOperation {
	return FLAGS[flagOfAction(action)].change[action.value ? "set" : "clear"];
}
