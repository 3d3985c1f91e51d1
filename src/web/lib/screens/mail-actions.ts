import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";

/** An email that is open in the inbox, as tools see it. */
export interface OpenMail {
	id: string;
	accountId: string;
	senderName: string;
	senderEmail: string;
	/** Key of the mailing list that sent it; null: none. */
	listKey: string | null;
	/** It says how to unsubscribe. */
	canUnsubscribe: boolean;
}

/** What a tool offers for an open email, next to the inbox's own actions. */
export interface MailAction {
	id: string;
	label: string;
	icon: LucideIcon;
	/** Whether it is offered for this email. */
	isFor: (mail: OpenMail) => boolean;
	/** Reports its result itself; rejects with what failed. */
	run: (mail: OpenMail) => Promise<void>;
}

/** Shows what is known about a sender, in a narrow pane. @param props.address in lower case */
export type SenderPassport = ComponentType<{ address: string; account: string }>;
