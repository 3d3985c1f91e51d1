import { RotateCcw } from "lucide-react";
import { useState } from "react";
import type { ConsentKind } from "#shared/providers.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { consentTexts } from "./consent-texts.ts";
import type { Failure } from "./oauth-callback.ts";
import { t } from "./text.ts";

interface ConnectFailedProps {
	kind: ConsentKind;
	failure: Failure;
	/** With secrets removed. */
	url: string;
	retries: number;
	retrying: boolean;
	onRetry: () => void;
	startOver: string;
}

/** Failure: the reason, details for a bug report, and the next steps. */
export function ConnectFailed({ kind, failure, url, retries, retrying, onRetry, startOver }: ConnectFailedProps) {
	const { name, provider } = consentTexts(kind);
	const [open, setOpen] = useState(true);
	return (
		<Page layout="text">
			<PageHeader title={t.connect.wasNotConnected(name)} />
			<Notice tone="red">{failure.message}</Notice>
			<div className="flex flex-col gap-3">
				<div className="flex flex-wrap gap-2">
					<Button variant="primary" icon={RotateCcw} busy={retrying} onClick={onRetry}>
						{t.connect.retry}
					</Button>
					<ButtonLink to={startOver}>{t.connect.startOver}</ButtonLink>
				</div>
				<p className="text-13 text-ink-3">
					{failure.sendAgain ? t.connect.retrySendsCode(provider) : t.connect.retryRequestsAccess(provider)}
				</p>
			</div>
			<Disclosure label={t.connect.debuggingInformation} open={open} onToggle={setOpen}>
				<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-2 border border-line bg-surface px-3 py-2.5 text-13">
					<dt className="text-ink-3">{t.connect.url}</dt>
					<dd className="min-w-0 font-mono text-12 leading-5 break-all">{url}</dd>
					<dt className="text-ink-3">{t.connect.retryCount}</dt>
					<dd className="tabular-nums">{retries}</dd>
				</dl>
			</Disclosure>
		</Page>
	);
}
