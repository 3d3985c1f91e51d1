import type { Access, ConsentKind } from "#web/lib/consent.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice.tsx";
import { accessTexts, consentTexts } from "./texts.ts";
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
	const { name, provider } = consentTexts[kind];
	const consent = useConsent();
	return (
		<div className="flex flex-col gap-4">
			<Choice label="What to allow" columns={2} options={options} value={access} onChange={onAccess} />
			<div className="flex flex-wrap items-center gap-2">
				<Button variant="primary" busy={consent.isPending} onClick={() => consent.mutate({ kind, access })}>
					Connect {name} Account
				</Button>
				{children}
			</div>
			<p className="text-13 text-ink-3">
				{provider} asks you next, on its own page, and brings you back here. Allow everything it lists for this choice.
			</p>
		</div>
	);
}
