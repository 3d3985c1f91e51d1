import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { ConsentKind } from "#shared/providers.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { type Access, startPath } from "#web/lib/session/consent.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { consentTexts } from "./consent-texts.ts";
import { NotSetUp } from "./not-set-up.tsx";
import { t } from "./text.ts";

interface ConsentPanelProps {
	kind: ConsentKind;
	available: boolean;
	/** Connected mailboxes of this provider. */
	connected: readonly Account[];
	/** Shows the form for IMAP; absent: this server does not offer it. */
	onUsePassword: (() => void) | undefined;
}

/** Connects mailboxes of providers that use OAuth consent. */
export default function ConsentPanel({ kind, available, connected, onUsePassword }: ConsentPanelProps) {
	const { name } = consentTexts(kind);
	const [access, setAccess] = useState<Access>("full");
	const [another, setAnother] = useState(false);
	if (!available) return <NotSetUp kind={kind} onUsePassword={onUsePassword} />;
	if (connected.length > 0 && !another)
		return (
			<div className="flex flex-col items-start gap-3">
				<p className="text-14 text-ink-2">{t.connect.mailboxesConnected(connected.length, name)}</p>
				<Button icon={Plus} onClick={() => setAnother(true)}>
					{t.connect.connectAnother}
				</Button>
			</div>
		);
	return (
		<div className="flex flex-col gap-4">
			<ConnectForm kind={kind} access={access} onAccess={setAccess}>
				<Link
					to={startPath(kind)}
					className="rounded-1 px-1 text-13 text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
				>
					{t.connect.whatThisMeans}
				</Link>
			</ConnectForm>
		</div>
	);
}
