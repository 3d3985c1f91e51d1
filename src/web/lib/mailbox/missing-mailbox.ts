import { brand } from "#shared/brand.ts";
import { toast } from "#web/ui/toast.ts";
import { providerNames, type Selection } from "../accounts.ts";

/** Toast text when no mailbox is connected; null: there is one, or the list is still loading. */
export function missingMailbox({ provider, account, accounts }: Selection): {
	title: string;
	description: string;
} | null {
	if (accounts === undefined) return null;
	if (provider === null && accounts.length === 0)
		return { title: "No Provider Selected", description: `Please select a mail provider from ${brand.name}.` };
	if (provider !== null && account === null) {
		const name = providerNames[provider];
		return { title: `${name} Not Connected`, description: `Please connect your ${name} account first.` };
	}
	return null;
}

/** Whether a mailbox is selected; shows a toast if not. */
export function hasMailbox(selection: Selection): boolean {
	const missing = missingMailbox(selection);
	if (missing) toast({ id: "missing-mailbox", ...missing, tone: "destructive" });
	return missing === null && selection.accounts !== undefined;
}
