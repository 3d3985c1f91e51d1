import { type ConsentKind, returnAddress } from "#web/lib/consent.ts";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { consentTexts } from "./texts.ts";

/** The operator has not configured an OAuth client for this provider: says what to set. */
export function NotSetUp({ kind }: { kind: ConsentKind }) {
	const { name, settings, registering } = consentTexts[kind];
	const [id, secret] = settings;
	return (
		<div className="flex flex-col gap-3">
			<Notice tone="amber">
				<strong className="font-semibold">{name} is not set up on this server.</strong> Who runs it sets{" "}
				<code className="font-mono text-12 break-all">{id}</code> and{" "}
				<code className="font-mono text-12 break-all">{secret}</code>, and starts it again.
			</Notice>
			<p className="text-13 text-ink-2">{registering}</p>
			<CopyField label="redirect address" text={returnAddress(kind)} />
		</div>
	);
}
