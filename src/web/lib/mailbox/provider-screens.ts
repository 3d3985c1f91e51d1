import type { ComponentType } from "react";
import type { ConsentKind, ProviderKind } from "#shared/providers.ts";
import type { Account } from "./accounts.ts";

/** Props of the panel in the hub that connects mailboxes of one kind. */
export interface ConnectPanelProps {
	/** Connected mailboxes of this kind. */
	connected: readonly Account[];
	/** Absent if there is no inbox to go to. */
	onOpenInbox: (() => void) | undefined;
}

/** Props of the dialog that changes how a mailbox is connected. */
export interface ConnectionDialogProps {
	account: Account;
	open: boolean;
	onClose: () => void;
}

/** The web app's part of a kind of mailbox that has its own way to connect. */
export interface PanelScreens {
	/** Loaded lazily. */
	panel: ComponentType<ConnectPanelProps>;
	/** Loaded lazily; absent: there is nothing to change. */
	connectionDialog?: ComponentType<ConnectionDialogProps>;
}

/** The web app's part of a kind that is connected by consent, which the hub's own pages do: what differs is text. */
export interface ConsentScreens {
	/** Settings the operator must set, see docs/settings.md. */
	settings: readonly [id: string, secret: string];
	/** What else the operator must do at the provider. */
	registering: string;
	/** How to connect without consent, by IMAP with a password; absent: the provider accepts none. */
	passwordHint?: string;
	/** What full access requests. */
	requested: string;
	/** What happens to the access when a mailbox is disconnected here. */
	revoking: string;
}

/** `src/providers/<kind>/web/manifest.ts` declares it; `src/web/providers.ts` lists it. */
export type ProviderScreens<Kind extends ProviderKind> = Kind extends ConsentKind ? ConsentScreens : PanelScreens;
