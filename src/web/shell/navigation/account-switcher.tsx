import { useNavigate } from "@tanstack/react-router";
import { ChevronsUpDown, Layers, Plus } from "lucide-react";
import { hubPath } from "#shared/brand.ts";
import { providerInfo } from "#shared/providers.ts";
import { formatAgo, formatCount } from "#web/lib/base/format.ts";
import { type Account, selectAccount, selectAllAccounts, useSelection } from "#web/lib/mailbox/accounts.ts";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { t } from "../base/text.ts";

/** Short status of a mailbox. */
function statusOf(account: Account): string {
	const kind = providerInfo(account.provider).shortName;
	if (account.status === "needs_sign_in") return t.accounts.signInAgain(kind);
	if (account.status === "disconnected") return t.accounts.disconnected(kind);
	if (account.status === "error" || account.syncStatus === "failed") return t.accounts.needsAttention(kind);
	if (account.syncStatus === "syncing") return `${kind} · ${account.capabilities.receives ? "syncing" : "importing"}…`;
	if (!account.capabilities.remote) return `${kind} · ${formatCount(account.keptEmails, "email")}`;
	return account.lastSyncAt ? `${kind} · ${formatAgo(account.lastSyncAt)}` : kind;
}

const all = "all";

/** Selects the mailbox that tools work on: one, or all. */
export function AccountSwitcher({ onNavigate }: { onNavigate?: () => void }) {
	const { provider, account: chosen, accounts } = useSelection();
	const navigate = useNavigate();
	if (accounts === undefined) return <div className="h-13" />;
	if (accounts.length === 0)
		return (
			<ButtonLink to={hubPath} icon={Plus} wide onClick={onNavigate}>
				{t.accounts.connectAMailbox}
			</ButtonLink>
		);
	const choose = (value: string) => {
		const next = accounts.find((candidate) => candidate.id === value);
		if (next) selectAccount(next);
		else selectAllAccounts();
		onNavigate?.();
	};
	// With a single mailbox, "all" is that one.
	const account = chosen ?? (provider === null && accounts.length === 1 ? (accounts[0] ?? null) : null);
	// A provider may be selected in the hub before one of its mailboxes is connected.
	const unconnected = account === null && provider !== null;
	const name = account?.name ?? (provider ? providerInfo(provider).shortName : t.accounts.allAccounts);
	const note = account
		? statusOf(account)
		: unconnected
			? t.accounts.notConnected
			: formatCount(accounts.length, "mailbox", "mailboxes");
	return (
		<Menu
			matchWidth
			trigger={
				<button
					type="button"
					className="flex w-full items-center gap-2 rounded-2 border border-line bg-surface px-2 py-2 text-left transition-colors hover:border-line-strong data-popup-open:border-line-strong"
				>
					{account || unconnected ? <Avatar name={name} shape="square" size="small" /> : <AllMark />}
					<span className="min-w-0 flex-1">
						<span className="sr-only">{t.accounts.mailbox} </span>
						<span className="block truncate text-13 font-semibold">{name}</span>
						<span className="block truncate text-12 text-ink-3">{note}</span>
					</span>
					<ChevronsUpDown aria-hidden="true" size={13} className="-mr-0.5 shrink-0 text-ink-3" />
				</button>
			}
			entries={[
				{
					type: "radio",
					label: t.accounts.mailboxMenu,
					value: account?.id ?? (unconnected ? "" : all),
					onChange: choose,
					options: [
						...accounts.map((option) => ({
							value: option.id,
							label: option.name,
							note: statusOf(option),
							start: <Avatar name={option.name} shape="square" size="small" />,
						})),
						...(accounts.length > 1 ? [allOption(accounts)] : []),
					],
				},
				{ type: "separator" },
				{
					label: t.accounts.addAccount,
					icon: Plus,
					onSelect: () => {
						onNavigate?.();
						void navigate({ to: hubPath });
					},
				},
			]}
		/>
	);
}

/** Selects all mailboxes. */
function allOption(accounts: readonly Account[]) {
	return {
		value: all,
		label: t.accounts.allAccounts,
		note: formatCount(
			accounts.reduce((sum, { keptEmails }) => sum + keptEmails, 0),
			"email",
		),
		start: <AllMark />,
	};
}

function AllMark() {
	return (
		<span
			aria-hidden="true"
			className="flex size-6.5 shrink-0 items-center justify-center rounded-1 bg-sunken text-ink-2"
		>
			<Layers size={15} />
		</span>
	);
}
