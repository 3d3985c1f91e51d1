import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useDefinition } from "#web/ui/base/definition.ts";
import type { ChartTarget } from "#web/ui/charts/chart-data.ts";
import { inboxLink } from "../base/links.ts";
import { t } from "../base/text.ts";

/** The look of a count that is a link. */
export const mailLinkClass =
	"rounded-1 underline decoration-line-strong decoration-1 underline-offset-2 hover:decoration-current";

interface MailLinkProps {
	/** Lists exactly the emails that are counted; null: no search can say it, and the count is plain text. */
	search: string | null;
	/** Absent: the selected mailboxes. */
	account?: string | undefined;
	/** Accessible name, where the text alone is ambiguous. */
	label?: string | undefined;
	/** A folder's role or id. */
	folder?: string | undefined;
	children: ReactNode;
}

/** The same as the target of a chart's bar. */
export function mailTarget(search: string | null, account?: string): ChartTarget | null {
	if (search === null) return null;
	return { to: inboxLink.to, search: { q: search, ...(account !== undefined && { account }) } };
}

/** A count that opens the emails that it counts, in the inbox. */
export function MailLink({ search, account, folder, label, children }: MailLinkProps) {
	const definition = useDefinition();
	if (search === null) return children;
	return (
		<Link
			{...inboxLink}
			search={{ q: search, ...(folder !== undefined && { folder }), ...(account !== undefined && { account }) }}
			title={definition === null ? t.links.showInInbox : `${definition} ${t.links.showInInbox}.`}
			aria-label={label}
			className={mailLinkClass}
		>
			{children}
		</Link>
	);
}
