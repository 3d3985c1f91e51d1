import { useMemo } from "react";
import { accessProblem, describeProblem, fixLabel, isChangeable } from "#web/lib/mailbox/access.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { useFixAccess } from "#web/lib/mailbox/use-fix-access.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { EmailItem } from "../base/mail.ts";
import { t } from "../base/text.ts";

/** Which mailboxes cannot be changed: those connected read-only, and disconnected ones. */
export interface ReadOnly {
	has: (item: Pick<EmailItem, "accountId">) => boolean;
	/** Explains why a mailbox cannot be changed, with the button that solves it. */
	explain: (accountId: string | undefined) => void;
}

export function useReadOnly(accounts: readonly Account[]): ReadOnly {
	const { fix } = useFixAccess();
	return useMemo(() => {
		const locked = new Map(
			accounts.filter((account) => !isChangeable(account)).map((account) => [account.id, account]),
		);
		return {
			has: ({ accountId }) => locked.has(accountId),
			explain: (accountId = "") => {
				const account = locked.get(accountId);
				if (!account) return;
				const label = fixLabel(account);
				toast({
					id: "read-only",
					title: accessProblem(account) === "read-only" ? t.changes.connectedReadOnly : t.changes.disconnected,
					description: describeProblem(account, true),
					...(label !== null && { action: { label, onSelect: () => fix(account) } }),
				});
			},
		};
	}, [accounts, fix]);
}
