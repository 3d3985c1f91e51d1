import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Account, noteAccount, selectAccount } from "#web/lib/accounts.ts";
import { keys } from "#web/lib/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { ConnectionForm } from "./connection-form.tsx";
import { emptyValues } from "./connection-values.ts";

/** The way in for IMAP mailboxes. @param onOpenInbox absent when there is no inbox to go to */
export default function ImapPanel({ onOpenInbox }: { onOpenInbox: (() => void) | undefined }) {
	const client = useQueryClient();
	const [connected, setConnected] = useState<Account | null>(null);
	const take = (account: Account) => {
		noteAccount(client, account);
		selectAccount(account);
		setConnected(account);
		void client.invalidateQueries({ queryKey: keys.accounts });
		void client.invalidateQueries({ queryKey: keys.jobs });
	};
	if (connected)
		return <Connected account={connected} onOpenInbox={onOpenInbox} onAnother={() => setConnected(null)} />;
	return (
		<>
			<ConnectionForm initial={emptyValues} submit="Connect" onConnected={take} />
			<p className="text-12 text-pretty text-ink-3">
				Your password is stored encrypted on this server and goes to your mail servers alone.
			</p>
		</>
	);
}

interface ConnectedProps {
	account: Account;
	onOpenInbox: (() => void) | undefined;
	onAnother: () => void;
}

function Connected({ account, onOpenInbox, onAnother }: ConnectedProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	// The form that had the focus is gone.
	useEffect(() => heading.current?.focus(), []);
	return (
		<div className="flex flex-col gap-3">
			<div>
				<h3 ref={heading} tabIndex={-1} className="text-14 font-semibold break-words outline-none">
					{account.name} is connected
				</h3>
				<p className="text-14 text-ink-2">
					Its newest mail comes first. You can read and search what is here while the rest arrives.
				</p>
			</div>
			<div className="flex flex-wrap gap-2">
				{onOpenInbox && <Button onClick={onOpenInbox}>Open its inbox</Button>}
				<Button variant="ghost" onClick={onAnother}>
					Connect another mailbox
				</Button>
			</div>
		</div>
	);
}
