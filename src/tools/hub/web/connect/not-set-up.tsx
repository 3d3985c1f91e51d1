import type { ConsentKind } from "#shared/providers.ts";
import { returnAddress } from "#web/lib/consent.ts";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { t } from "./text.ts";
import { consentTexts } from "./texts.ts";

/** Shown when the operator has not configured an OAuth client for this provider: what to set. */
export function NotSetUp({ kind }: { kind: ConsentKind }) {
	const { name, settings, registering } = consentTexts(kind);
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
