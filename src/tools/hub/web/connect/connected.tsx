import type { ConsentKind } from "#shared/providers.ts";
import type { Granted } from "#web/lib/session/consent.ts";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { consentTexts } from "./consent-texts.ts";
import { t } from "./text.ts";

interface ArrivedProps {
	kind: ConsentKind;
	granted: Granted;
	dashboard: string;
	/** Returns to the page from which the user came; undefined: there is none. */
	onReturn: (() => void) | undefined;
}

/** Success: the connected mailbox and the next step. */
export function Connected({ kind, granted, dashboard, onReturn }: ArrivedProps) {
	const { name } = consentTexts(kind);
	const { user, account } = granted;
	return (
		<Page layout="text">
			<PageHeader title={t.connect.isConnected(name)} description={t.connect.newestEmailsSyncing} />
			<div className="flex items-center gap-4">
				<Avatar name={user.name ?? user.email} picture={user.picture} size="large" />
				<div className="min-w-0">
					{user.name !== null && <p className="text-16 font-semibold break-words">{user.name}</p>}
					<p className="font-mono text-13 break-all text-ink-2">{user.email}</p>
				</div>
				{account.access === "read" && <Badge>{t.connect.readOnly}</Badge>}
			</div>
			<div>
				{onReturn ? (
					<Button variant="primary" onClick={onReturn}>
						{t.connect.continue}
					</Button>
				) : (
					<ButtonLink to={dashboard} variant="primary">
						{t.connect.continueToDashboard}
					</ButtonLink>
				)}
			</div>
			<p role="status" className="text-13 text-ink-3">
				{t.connect.redirectNotice}
			</p>
		</Page>
	);
}
