import type { ReactNode } from "react";
import { mailLinkClass } from "#web/lib/mail-link.tsx";

/** A count that opens its emails, where no search can say them. */
export function ListLink({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
	return (
		<button type="button" onClick={onOpen} className={mailLinkClass}>
			{children}
		</button>
	);
}
