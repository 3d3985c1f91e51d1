import { useMemo } from "react";
import { isConnectedBy } from "#shared/providers.ts";
import type { Account } from "#web/lib/accounts.ts";
import { beginConsent } from "#web/lib/consent.ts";
import { toast } from "#web/ui/toast.ts";
import type { EmailItem } from "../mail.ts";
import { t } from "../text.ts";

/** Goes to the provider's consent page, where the user can grant write access to a read-only mailbox. */
export async function allowChanges({ id, provider }: Pick<Account, "id" | "provider">): Promise<void> {
	if (!isConnectedBy(provider, "consent")) return;
	try {
		await beginConsent(provider, { access: "full", account: id });
	} catch (error) {
		toast({ title: t.changes.connectionFailed, description: (error as Error).message, tone: "destructive" });
	}
}

/** Which mailboxes are connected read-only. */
export interface ReadOnly {
	has: (item: Pick<EmailItem, "accountId">) => boolean;
	/** Explains why a mailbox cannot be changed, with a button to grant access. */
	explain: (accountId: string | undefined) => void;
}

export function useReadOnly(accounts: readonly Account[]): ReadOnly {
	return useMemo(() => {
		const locked = new Map(accounts.filter(({ access }) => access === "read").map((account) => [account.id, account]));
		return {
			has: ({ accountId }) => locked.has(accountId),
			explain: (accountId = "") => {
				const account = locked.get(accountId);
				if (!account) return;
				toast({
					id: "read-only",
					title: t.changes.connectedReadOnly,
					description: t.changes.connectedReadOnlyDescription(account.name),
					action: { label: t.changes.allowChanges, onSelect: () => void allowChanges(account) },
				});
			},
		};
	}, [accounts]);
}
