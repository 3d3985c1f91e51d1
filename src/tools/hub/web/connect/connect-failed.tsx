import { RotateCcw } from "lucide-react";
import { useState } from "react";
import type { ConsentKind } from "#web/lib/consent.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import type { Failure } from "./oauth-callback.ts";
import { consentTexts } from "./texts.ts";

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
	const { name, provider } = consentTexts[kind];
	const [open, setOpen] = useState(true);
	return (
		<Page layout="text">
			<PageHeader title={`${name} was not connected`} />
			<Notice tone="red">{failure.message}</Notice>
			<div className="flex flex-col gap-3">
				<div className="flex flex-wrap gap-2">
					<Button variant="primary" icon={RotateCcw} busy={retrying} onClick={onRetry}>
						Retry
					</Button>
					<ButtonLink to={startOver}>Start Over</ButtonLink>
				</div>
				<p className="text-13 text-ink-3">
					{failure.sendAgain
						? `Retry sends what ${provider} gave you once more.`
						: `Retry asks ${provider} again, for the same access.`}
				</p>
			</div>
			<Disclosure label="Debugging information" open={open} onToggle={setOpen}>
				<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-2 border border-line bg-surface px-3 py-2.5 text-13">
					<dt className="text-ink-3">URL</dt>
					<dd className="min-w-0 font-mono text-12 leading-5 break-all">{url}</dd>
					<dt className="text-ink-3">Retry count</dt>
					<dd className="tabular-nums">{retries}</dd>
				</dl>
			</Disclosure>
		</Page>
	);
}
