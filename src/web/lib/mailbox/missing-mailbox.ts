import { providerInfo } from "#shared/providers.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../base/text.ts";
import type { Selection } from "./accounts.ts";

/** Toast text when no mailbox is connected; null: there is one, or the list is still loading. */
export function missingMailbox({ provider, account, accounts }: Selection): {
	title: string;
	description: string;
} | null {
	if (accounts === undefined) return null;
	if (provider === null && accounts.length === 0)
		return { title: t.mailbox.noProviderSelected, description: t.mailbox.pleaseSelectMailProvider };
	if (provider !== null && account === null) {
		const name = providerInfo(provider).name;
		return { title: t.mailbox.notConnected(name), description: t.mailbox.connectFirst(name) };
	}
	return null;
}

/** Whether a mailbox is selected; shows a toast if not. */
export function hasMailbox(selection: Selection): boolean {
	const missing = missingMailbox(selection);
	if (missing) toast({ id: "missing-mailbox", ...missing, tone: "destructive" });
	return missing === null && selection.accounts !== undefined;
}
