import { Plus } from "lucide-react";
import { hubPath } from "#shared/brand.ts";
import { providerInfo } from "#shared/providers.ts";
import { formatAgo, formatBytes, formatCount } from "#web/lib/base/format.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { useFixAccess } from "#web/lib/mailbox/use-fix-access.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { cx } from "#web/ui/base/cx.ts";
import { Defined } from "#web/ui/base/defined.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import type { Overview } from "../contract.ts";
import { queries } from "../queries.ts";
import { t } from "./text.ts";

interface MailboxStripProps {
	accounts: readonly Account[];
	mailboxes: Overview["mailboxes"];
}

/** The mailboxes with their state. */
export function MailboxStrip({ accounts, mailboxes }: MailboxStripProps) {
	const { fix, busyId } = useFixAccess();
	return (
		<section
			aria-label={t.mailboxes.label}
			className="flex flex-wrap items-center gap-x-8 gap-y-4 border-t border-line pt-4"
		>
			<ul className="flex min-w-0 flex-1 flex-wrap gap-x-8 gap-y-4 max-sm:basis-full">
				{mailboxes.map(({ id, totalEmails, problem }) => {
					const account = accounts.find((one) => one.id === id);
					if (account === undefined) return null;
					return (
						<li key={id} className="flex min-w-0 items-center gap-3">
							<Avatar name={account.name} shape="square" size="medium" />
							<div className="min-w-0">
								<p className="truncate text-14 font-semibold">{account.name}</p>
								<p className="flex items-center gap-2 text-13 text-ink-3">
									<span
										aria-hidden="true"
										className={cx(
											"size-2 shrink-0 rounded-full",
											problem === null ? (account.syncStatus === "syncing" ? "bg-blue" : "bg-accent") : "bg-amber",
										)}
									/>
									<span className="min-w-0">
										{`${providerInfo(account.provider).name} · `}
										{totalEmails === null ? (
											t.mailboxes.notAvailable
										) : (
											<>
												<Defined figure="emails">
													<MailLink search={queries.all} account={id}>
														{formatCount(totalEmails, "email")}
													</MailLink>
												</Defined>
												{` · ${formatBytes(account.sizeBytes)}`}
											</>
										)}
										{[problem ?? stateOf(account)].filter(Boolean).map((state) => ` · ${state}`)}
									</span>
								</p>
							</div>
							{account.status === "needs_sign_in" && (
								<Button size="small" busy={busyId === id} onClick={() => fix(account)}>
									{t.mailboxes.reconnect}
								</Button>
							)}
						</li>
					);
				})}
			</ul>
			<ButtonLink to={hubPath} icon={Plus}>
				{t.mailboxes.add}
			</ButtonLink>
		</section>
	);
}

function stateOf({ syncStatus, lastSyncAt, capabilities }: Account): string {
	if (syncStatus === "syncing") return t.mailboxes.syncing;
	if (lastSyncAt === null) return "";
	return capabilities.receives
		? t.mailboxes.synced(formatAgo(lastSyncAt))
		: t.mailboxes.imported(formatAgo(lastSyncAt));
}
