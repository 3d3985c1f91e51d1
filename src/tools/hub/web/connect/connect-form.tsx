import type { ConsentKind } from "#shared/providers.ts";
import type { Access } from "#web/lib/session/consent.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Choice } from "#web/ui/form/choice.tsx";
import { accessTexts, consentTexts } from "./consent-texts.ts";
import { t } from "./text.ts";
import { useConsent } from "./use-consent.ts";

interface ConnectFormProps {
	kind: ConsentKind;
	access: Access;
	onAccess: (access: Access) => void;
	/** Next to the button. */
	children?: React.ReactNode;
}

const options = (["full", "read"] as const).map((value) => ({ value, ...accessTexts[value] }));

/** Access choice and the button to the provider's consent page. */
export function ConnectForm({ kind, access, onAccess, children }: ConnectFormProps) {
	const { name, provider } = consentTexts(kind);
	const consent = useConsent();
	return (
		<div className="flex flex-col gap-4">
			<Choice label={t.connect.whatToAllow} columns={2} options={options} value={access} onChange={onAccess} />
			<div className="flex flex-wrap items-center gap-2">
				<Button variant="primary" busy={consent.isPending} onClick={() => consent.mutate({ kind, access })}>
					{t.connect.connectAccount(name)}
				</Button>
				{children}
			</div>
			<p className="text-13 text-ink-3">{t.connect.allowEverything(provider)}</p>
		</div>
	);
}
