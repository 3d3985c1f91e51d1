import { providerInfo } from "#shared/providers.ts";
import { KEPT, searchFor } from "#shared/search/scopes.ts";
import { formatAgo, formatBytes, formatCount } from "#web/lib/base/format.ts";
import { type Account, selectAccount } from "#web/lib/mailbox/accounts.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Defined } from "#web/ui/base/defined.tsx";
import { QuotaFact } from "./quota-fact.tsx";
import { t } from "./text.ts";

interface AccountFactsProps {
	account: Account;
	chosen: boolean;
	/** Access is gone until the user connects it again. */
	lost: boolean;
	/** A sync or import is in progress. */
	working: boolean;
	/** The number of emails opens the inbox. */
	opensInbox: boolean;
}

/** Name and status of a mailbox, which select it, and what it contains. */
export function AccountFacts({ account, chosen, lost, working, opensInbox }: AccountFactsProps) {
	const { receives } = account.capabilities;
	return (
		<div className="min-w-0 flex-1">
			<div className="flex items-center gap-2">
				<button
					type="button"
					aria-pressed={chosen}
					onClick={() => selectAccount(account)}
					className="min-h-6 truncate rounded-1 text-left text-14 font-semibold hover:underline"
				>
					{account.name}
				</button>
				{chosen && <Badge tone="green">{t.accountRow.selected}</Badge>}
				{account.status === "disconnected" && <Badge>{t.accountRow.disconnected}</Badge>}
				{account.status === "needs_sign_in" && <Badge tone="amber">{t.accountRow.signInAgain}</Badge>}
				{account.status === "error" && <Badge tone="red">{t.accountRow.needsAttention}</Badge>}
				{account.access === "read" && <Badge>{t.accountRow.readOnly}</Badge>}
			</div>
			<p className="text-12 break-words text-ink-3">
				<Defined figure="emails">
					<MailLink search={account.keptEmails === 0 || !opensInbox ? null : searchFor(...KEPT)} account={account.id}>
						{formatCount(account.keptEmails, "email")}
					</MailLink>
				</Defined>
				{[
					"",
					providerInfo(account.provider).shortName,
					formatBytes(account.sizeBytes),
					account.lastSyncAt && !working && `${receives ? "synced" : "imported"} ${formatAgo(account.lastSyncAt)}`,
				]
					.filter((fact) => fact !== false && fact !== null)
					.join(" · ")}
				{account.capabilities.quota && !lost && <QuotaFact account={account} />}
			</p>
		</div>
	);
}
