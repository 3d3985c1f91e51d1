import { useQuery } from "@tanstack/react-query";
import { type LucideIcon, MailPlus } from "lucide-react";
import type { ReactNode } from "react";
import { hubPath } from "#shared/brand.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/state/states.tsx";
import { t } from "../base/text.ts";
import { AccessNotice } from "./access-notice.tsx";
import { type Account, accountsQuery, useSelection } from "./accounts.ts";
import { missingMailbox } from "./missing-mailbox.ts";

/** The mailboxes a tool works on. */
export interface GatedMailbox {
	/** The selected one; null: all of them together. */
	account: Account | null;
	/** Those in scope: the selected one, or all. Never empty. */
	mailboxes: readonly Account[];
	/** Every connected mailbox. */
	accounts: readonly Account[];
}

interface MailboxGateProps {
	icon?: LucideIcon;
	/** Shown instead of the default text for a missing provider. */
	title?: string;
	description?: string;
	/** Replaces the link to the hub. */
	action?: ReactNode;
	/** False where the screen has an `AccessNotice` of its own. */
	hasNotice?: boolean;
	/** The frame of what is shown without a mailbox, where the children have one of their own. */
	frame?: (content: ReactNode) => ReactNode;
	children: (mailbox: GatedMailbox) => ReactNode;
}

/**
 * Shows a tool's screen if a mailbox is connected, otherwise how to connect one; and above it, which mailboxes cannot be
 * changed. Belongs under the PageHeader.
 */
export function MailboxGate(props: MailboxGateProps) {
	const { icon = MailPlus, title, description, action, hasNotice = true, frame = asIs, children } = props;
	const selection = useSelection();
	const loading = useQuery(accountsQuery);
	const { account, accounts } = selection;
	if (accounts === undefined) {
		if (!loading.error) return frame(<Skeleton rows={6} label={t.mailbox.loadingYourMailboxes} />);
		return frame(
			<ErrorState
				title={t.mailbox.couldntLoadMailboxes}
				error={loading.error}
				busy={loading.isFetching}
				onRetry={() => void loading.refetch()}
			/>,
		);
	}
	const missing = missingMailbox(selection);
	if (missing === null) {
		const mailboxes = account ? [account] : accounts;
		return (
			<>
				{hasNotice && <AccessNotice mailboxes={mailboxes} />}
				{children({ account, accounts, mailboxes })}
			</>
		);
	}
	return frame(
		<EmptyState
			icon={icon}
			title={title ?? missing.title}
			description={description ?? missing.description}
			action={
				action ?? (
					<ButtonLink to={hubPath} variant="primary">
						{t.mailbox.goToHub}
					</ButtonLink>
				)
			}
		/>,
	);
}

const asIs = (content: ReactNode) => content;
