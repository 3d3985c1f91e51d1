import { brand } from "#shared/brand.ts";
import { toast } from "#web/ui/toast.ts";
import { providerNames, type Selection } from "./accounts.ts";

/** Why nothing can be done for want of a mailbox, as a toast says it; null: there is one, or nobody knows yet. */
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

/** Tells whether there is a mailbox to work on; says with a toast what is missing where there is none. */
export function hasMailbox(selection: Selection): boolean {
	const missing = missingMailbox(selection);
	if (missing) toast({ id: "missing-mailbox", ...missing, tone: "destructive" });
	return missing === null && selection.accounts !== undefined;
}
