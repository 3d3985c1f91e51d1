import type { Account } from "#web/lib/mailbox/accounts.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { t } from "../base/text.ts";
import { NOT_CHOSEN, type Scope, scopeOptions } from "./scope.ts";

interface ScopeFieldProps {
	accounts: readonly Account[];
	scope: Scope;
	error?: string;
	onChange: (scope: Scope) => void;
}

/** The mailboxes that a filter acts in. */
export function ScopeField({ accounts, scope, error, onChange }: ScopeFieldProps) {
	const options = scopeOptions(accounts, scope);
	const known = options.some(({ value }) => value === scope);
	return (
		<Field label={t.form.mailbox} error={error}>
			<Select options={options} value={known && scope !== NOT_CHOSEN ? scope : null} onChange={onChange} />
		</Field>
	);
}
