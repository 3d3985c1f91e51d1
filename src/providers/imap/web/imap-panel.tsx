import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { keys } from "#web/lib/api/query-client.ts";
import { type Account, cacheAccount, selectAccount } from "#web/lib/mailbox/accounts.ts";
import type { ConnectPanelProps } from "#web/lib/mailbox/provider-screens.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ConnectionForm } from "./connection-form.tsx";
import { emptyValues } from "./connection-values.ts";
import { t } from "./text.ts";

/** Connects IMAP mailboxes. */
export default function ImapPanel({ connected, onOpenInbox }: ConnectPanelProps) {
	const client = useQueryClient();
	const [fresh, setFresh] = useState<Account | null>(null);
	const [isAdding, setAdding] = useState(false);
	const onConnected = (account: Account) => {
		cacheAccount(client, account);
		selectAccount(account);
		setFresh(account);
		setAdding(false);
		void client.invalidateQueries({ queryKey: keys.accounts });
		void client.invalidateQueries({ queryKey: keys.jobs });
	};
	const another = (
		<Button variant={fresh ? "ghost" : "secondary"} icon={fresh ? undefined : Plus} onClick={() => setAdding(true)}>
			{t.imap.connectAnotherMailbox}
		</Button>
	);
	if (isAdding || (fresh === null && connected.length === 0))
		return (
			<>
				<ConnectionForm initial={emptyValues} submit={t.imap.connect} onConnected={onConnected} />
				<p className="text-12 text-pretty text-ink-3">{t.imap.passwordNotice}</p>
			</>
		);
	if (fresh)
		return (
			<Connected name={fresh.name}>
				{onOpenInbox && <Button onClick={onOpenInbox}>{t.imap.openInbox}</Button>}
				{another}
			</Connected>
		);
	return (
		<div className="flex flex-col items-start gap-3">
			<p className="text-14 text-ink-2">{t.imap.mailboxesConnected(connected.length, connected[0]?.name ?? "")}</p>
			{another}
		</div>
	);
}

function Connected({ name, children }: { name: string; children: ReactNode }) {
	const heading = useRef<HTMLHeadingElement>(null);
	// The form that had the focus is unmounted.
	useEffect(() => heading.current?.focus(), []);
	return (
		<div className="flex flex-col gap-3">
			<div>
				<h3 ref={heading} tabIndex={-1} className="text-14 font-semibold break-words outline-none">
					{t.imap.isConnected(name)}
				</h3>
				<p className="text-14 text-ink-2">{t.imap.newestEmailsComeFirst}</p>
			</div>
			<div className="flex flex-wrap gap-2">{children}</div>
		</div>
	);
}
