import { Plug, ShieldPlus } from "lucide-react";
import type { ConsentKind } from "#shared/providers.ts";
import { KEPT, searchFor } from "#shared/search/scopes.ts";
import { formatCount } from "#web/lib/base/format.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { t } from "./text.ts";
import { useConsent } from "./use-consent.ts";
import { useDisconnect } from "./use-disconnect.ts";

interface ConnectedListProps {
	kind: ConsentKind;
	accounts: readonly Account[];
}

/** The mailboxes of one provider, with actions on their connection. */
export function ConnectedList({ kind, accounts }: ConnectedListProps) {
	const consent = useConsent();
	const { disconnect, disconnectingId } = useDisconnect(kind);
	return (
		<Card flush>
			<ul className="divide-y divide-line">
				{accounts.map((account) => {
					const { id, name, access } = account;
					const lost = account.status === "needs_sign_in";
					const isRequesting = consent.isPending && consent.variables.account === id;
					return (
						<li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
							<Avatar name={name} shape="square" />
							<div className="min-w-48 flex-1">
								<div className="flex flex-wrap items-center gap-x-2 gap-y-1">
									<span className="min-w-0 font-mono text-14 break-all">{name}</span>
									{lost ? (
										<Badge tone="amber">{t.connect.signInAgain}</Badge>
									) : (
										<Badge tone="green">{t.connect.connected}</Badge>
									)}
									{access === "read" && <Badge>{t.connect.readOnly}</Badge>}
								</div>
								<p className="mt-0.5 text-12 text-ink-3">
									<MailLink search={account.keptEmails === 0 ? null : searchFor(...KEPT)} account={id}>
										{formatCount(account.keptEmails, "email")}
									</MailLink>
									{" · "}
									{account.lastSyncAt ? t.connect.synced(account.lastSyncAt) : t.connect.notSyncedYet}
								</p>
							</div>
							<div className="flex flex-wrap gap-2">
								{lost && (
									<Button
										size="small"
										icon={Plug}
										busy={isRequesting}
										onClick={() => consent.mutate({ kind, access, account: id })}
									>
										{t.connect.reconnect}
									</Button>
								)}
								{!lost && access === "read" && (
									<Button
										size="small"
										icon={ShieldPlus}
										busy={isRequesting}
										onClick={() => consent.mutate({ kind, access: "full", account: id })}
									>
										{t.connect.allowChanges}
									</Button>
								)}
								<Button size="small" variant="danger" busy={disconnectingId === id} onClick={() => disconnect(account)}>
									{t.connect.disconnect}
								</Button>
							</div>
						</li>
					);
				})}
			</ul>
		</Card>
	);
}
