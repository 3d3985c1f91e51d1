import { useQuery } from "@tanstack/react-query";
import type { ConsentKind } from "#shared/providers.ts";
import { returnAddress } from "#web/lib/session/consent.ts";
import { settingsQuery } from "#web/lib/settings/settings-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { CopyField } from "#web/ui/button/copy-field.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { type ConsentTexts, consentTexts } from "./consent-texts.ts";
import { t } from "./text.ts";

interface NotSetUpProps {
	kind: ConsentKind;
	/** Shows the form for IMAP; absent: this server does not offer it. */
	onUsePassword: (() => void) | undefined;
}

/** Shown when the server has no OAuth client for this provider: the way without one, and for the operator what to set. */
export function NotSetUp({ kind, onUsePassword }: NotSetUpProps) {
	const texts = consentTexts(kind);
	const isOperator = useQuery(settingsQuery).data?.isOperator;
	return (
		<div className="flex flex-col gap-4">
			{texts.passwordHint !== undefined && onUsePassword !== undefined && (
				<div className="flex flex-col items-start gap-3">
					<p className="text-14 text-pretty text-ink-2">{texts.passwordHint}</p>
					<Button variant="primary" onClick={onUsePassword}>
						{t.connect.useAppPassword}
					</Button>
				</div>
			)}
			{isOperator === false && (
				<Notice tone="amber">
					<strong className="font-semibold">{t.connect.notSetUp(texts.name)}</strong> {t.connect.askAdministrator}
				</Notice>
			)}
			{isOperator === true && <WhatToSet kind={kind} texts={texts} />}
		</div>
	);
}

function WhatToSet({ kind, texts: { name, settings, registering } }: { kind: ConsentKind; texts: ConsentTexts }) {
	const [id, secret] = settings;
	return (
		<div className="flex flex-col gap-3">
			<Notice tone="amber">
				<strong className="font-semibold">{t.connect.notSetUp(name)}</strong> {t.connect.setVariables}{" "}
				<code className="font-mono text-12 break-all">{id}</code> {t.connect.and}{" "}
				<code className="font-mono text-12 break-all">{secret}</code>
				{t.connect.thenRestart}
			</Notice>
			<p className="text-13 text-ink-2">{registering}</p>
			<CopyField label={t.connect.redirectUri} text={returnAddress(kind)} />
		</div>
	);
}
