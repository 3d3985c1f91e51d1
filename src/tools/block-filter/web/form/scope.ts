import { isChangeable } from "#web/lib/mailbox/access.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import type { SelectOption } from "#web/ui/form/select.tsx";
import { t } from "../base/text.ts";

/** The mailboxes that a filter acts in, as the form holds it: a mailbox's id, all of them, or not chosen yet. */
export type Scope = string;

export const ALL_MAILBOXES: Scope = "all";
export const NOT_CHOSEN: Scope = "";

/** What a new filter starts with: the current mailbox, or the only one. With several, the user has to choose. */
export function presetScope(current: Account | null, accounts: readonly Account[]): Scope {
	const changeable = accounts.filter(isChangeable);
	const preset = current ?? (changeable.length === 1 ? changeable[0] : undefined);
	return preset !== undefined && changeable.some(({ id }) => id === preset.id) ? preset.id : NOT_CHOSEN;
}

/** What a filter from an email or search starts with: the mailbox it is in; all, where it may be in any. */
export function scopeOf(accountId: string | null, accounts: readonly Account[]): Scope {
	if (accountId === null) return ALL_MAILBOXES;
	return accounts.some((account) => account.id === accountId && isChangeable(account)) ? accountId : NOT_CHOSEN;
}

/** A mailbox that can't be changed is offered only where the filter already has it. */
export function scopeOptions(accounts: readonly Account[], scope: Scope): SelectOption<Scope>[] {
	const offered = accounts.filter((account) => isChangeable(account) || account.id === scope);
	return [
		...offered.map(({ id, name }) => ({ value: id, label: name })),
		{ value: ALL_MAILBOXES, label: t.form.allMailboxes },
	];
}

/** As the server accepts it. */
export function accountIdOf(scope: Scope): string | null {
	return scope === ALL_MAILBOXES || scope === NOT_CHOSEN ? null : scope;
}
