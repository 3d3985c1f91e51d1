import { useQuery } from "@tanstack/react-query";
import { type LucideIcon, MailPlus } from "lucide-react";
import type { ReactNode } from "react";
import { brand, hubPath } from "#shared/brand.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Account, accountsQuery, providerNames, type Selection, useSelection } from "./accounts.ts";

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

/** What a tool works on once a mailbox is there. */
export interface GatedMailbox {
	/** The chosen one; null: all of them together. */
	account: Account | null;
	/** Those that are worked on: the chosen one, or all. Never empty. */
	mailboxes: readonly Account[];
	/** Every connected mailbox. */
	accounts: readonly Account[];
}

interface MailboxGateProps {
	icon?: LucideIcon;
	/** What the tool says instead of the missing provider's own words. */
	title?: string;
	description?: string;
	/** Leads elsewhere than to the hub. */
	action?: ReactNode;
	children: (mailbox: GatedMailbox) => ReactNode;
}

/** Shows a tool's screen when a mailbox is connected, and otherwise the way to connect one. Belongs under the PageHeader. */
export function MailboxGate({ icon = MailPlus, title, description, action, children }: MailboxGateProps) {
	const selection = useSelection();
	const loading = useQuery(accountsQuery);
	const { account, accounts } = selection;
	if (accounts === undefined) {
		if (!loading.error) return <Skeleton rows={6} label="Loading your mailboxes" />;
		return (
			<ErrorState
				title="Your mailboxes could not be loaded"
				error={loading.error}
				busy={loading.isFetching}
				onRetry={() => void loading.refetch()}
			/>
		);
	}
	const missing = missingMailbox(selection);
	if (missing === null) return children({ account, accounts, mailboxes: account ? [account] : accounts });
	return (
		<EmptyState
			icon={icon}
			title={title ?? missing.title}
			description={description ?? missing.description}
			action={
				action ?? (
					<ButtonLink to={hubPath} variant="primary">
						Go to {brand.name}
					</ButtonLink>
				)
			}
		/>
	);
}
