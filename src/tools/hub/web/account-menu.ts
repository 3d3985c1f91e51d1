import {
	FileText,
	History,
	Inbox,
	Play,
	Plug,
	RefreshCw,
	RotateCcw,
	Settings2,
	ShieldPlus,
	Trash2,
	Unplug,
} from "lucide-react";
import { isConnectedBy } from "#shared/providers.ts";
import { canDisconnect, disconnectLabel } from "#web/lib/mailbox/access.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import type { MenuEntry } from "#web/ui/overlay/menu.tsx";
import type { AccountState } from "./account-state.ts";
import { t } from "./text.ts";

/** What the entries of the menu do. */
interface AccountMenuActions {
	openInbox: (() => void) | undefined;
	sync: () => void;
	showHistory: () => void;
	/** Absent: there is no report. */
	showReport: (() => void) | undefined;
	fixAccess: () => void;
	editConnection: () => void;
	reset: () => void;
	disconnect: () => void;
}

/** The menu of a mailbox: what can be done with it as it is. */
export function accountMenu(account: Account, state: AccountState, actions: AccountMenuActions): MenuEntry[] {
	const { remote } = account.capabilities;
	const { lost, broken, syncLabel } = state;
	const disabled = state.running !== null;
	return [
		...(actions.openInbox ? [{ label: t.accountRow.openInbox, icon: Inbox, onSelect: actions.openInbox }] : []),
		...(syncLabel ? [{ label: syncLabel, icon: broken ? Play : RefreshCw, disabled, onSelect: actions.sync }] : []),
		...(remote ? [{ label: t.accountRow.syncHistory, icon: History, onSelect: actions.showHistory }] : []),
		...(actions.showReport ? [{ label: t.accountRow.importReport, icon: FileText, onSelect: actions.showReport }] : []),
		...(state.canReconnect ? [{ label: t.accountRow.reconnect, icon: Plug, onSelect: actions.fixAccess }] : []),
		...(state.ConnectionDialog !== undefined && !lost
			? [{ label: t.accountRow.editConnection, icon: Settings2, onSelect: actions.editConnection }]
			: []),
		...(state.canAllow ? [{ label: t.accountRow.allowChanges, icon: ShieldPlus, onSelect: actions.fixAccess }] : []),
		...(isConnectedBy(account.provider, "sample")
			? [{ label: t.accountRow.resetDemo, icon: RotateCcw, disabled, onSelect: actions.reset }]
			: []),
		{ type: "separator" },
		{
			label: disconnectLabel(account),
			icon: canDisconnect(account) ? Unplug : Trash2,
			danger: true,
			onSelect: actions.disconnect,
		},
	];
}
