import { z } from "zod";
import { type SettingsSection, type SettingsValues, settingsChange, settingsValues } from "#shared/settings.ts";
import type { Database } from "../../db/database.ts";
import { invalidInput } from "../http/problems.ts";

/** Whose settings: a user's, or those of one of the user's mailboxes. */
export interface SettingsScope {
	ownerId: string;
	/** Required by sections with values per mailbox. */
	accountId?: string;
}

/** `account_id` of settings that are not per mailbox. */
const NO_ACCOUNT = "00000000-0000-0000-0000-000000000000";

/** All values of a section, with defaults for those never set. */
export async function readSettings<T extends SettingsSection>(
	database: Database,
	scope: SettingsScope,
	section: T,
): Promise<SettingsValues<T>> {
	const row = await database.one<{ value: unknown }>(
		"select value from settings where owner_id = $1 and section = $2 and account_id = $3",
		[scope.ownerId, section.id, accountOf(scope, section)],
	);
	return settingsValues(section, row?.value);
}

/**
 * Sets some values of a section; concurrent changes of different values are both applied.
 * @returns all values
 * @throws AppError 400 `invalid-input` naming the field
 */
export async function updateSettings<T extends SettingsSection>(
	database: Database,
	scope: SettingsScope,
	section: T,
	change: object,
): Promise<SettingsValues<T>> {
	const row = await database.one<{ value: unknown }>(
		`insert into settings as s (owner_id, section, account_id, value) values ($1, $2, $3, $4)
		on conflict (owner_id, section, account_id) do update set value = s.value || excluded.value, updated_at = now()
		returning value`,
		[scope.ownerId, section.id, accountOf(scope, section), JSON.stringify(checkedChange(section, change))],
	);
	return settingsValues(section, row?.value);
}

/** Values of all sections that are not per mailbox, by section. */
export async function readAllSettings(
	database: Database,
	ownerId: string,
	sections: readonly SettingsSection[],
): Promise<Record<string, Record<string, unknown>>> {
	const rows = await database.query<{ section: string; value: unknown }>(
		"select section, value from settings where owner_id = $1 and account_id = $2",
		[ownerId, NO_ACCOUNT],
	);
	const stored = new Map(rows.map(({ section, value }) => [section, value]));
	return Object.fromEntries(sections.map((section) => [section.id, settingsValues(section, stored.get(section.id))]));
}

function accountOf({ accountId }: SettingsScope, { id, isPerAccount }: SettingsSection): string {
	if (isPerAccount === (accountId !== undefined)) return accountId ?? NO_ACCOUNT;
	throw new Error(`The settings ${id} are ${isPerAccount ? "" : "not "}per mailbox`);
}

function checkedChange(section: SettingsSection, change: object): object {
	try {
		return settingsChange(section, change);
	} catch (cause) {
		throw cause instanceof z.ZodError ? invalidInput(cause) : cause;
	}
}
