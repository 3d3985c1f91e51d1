import type { ReactNode } from "react";
import { MailLink as CountLink } from "#web/lib/screens/mail-link.tsx";

interface MailLinkProps {
	/** The search that lists the emails. */
	q: string;
	/** Accessible name, where the text alone is ambiguous. */
	label?: string;
	children: ReactNode;
}

/** A number that opens the emails it counts. */
export function MailLink({ q, label, children }: MailLinkProps) {
	return (
		<CountLink search={q} label={label}>
			{children}
		</CountLink>
	);
}
