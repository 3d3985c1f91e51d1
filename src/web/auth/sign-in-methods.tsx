import { useQuery } from "@tanstack/react-query";
import { KeyRound, Mail } from "lucide-react";
import { type ReactNode, useState } from "react";
import { passkeysWork, signInWithPasskey } from "#web/lib/session/passkeys.ts";
import { type ProviderId, providerNames, startProvider } from "#web/lib/session/providers.ts";
import { signInMethodsQuery } from "#web/lib/session/sign-in-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { failed } from "./auth-toast.ts";
import { GoogleMark, MicrosoftMark } from "./provider-logos.tsx";
import { t } from "./text.ts";

interface SignInMethodsProps {
	/** Where to go afterwards. Absent with `onProvider`. */
	redirect?: string | undefined;
	/** Signs in with Microsoft or Google without leaving the page. */
	onProvider?: (provider: ProviderId) => void;
	creating: boolean;
	onSignedIn: () => Promise<void>;
	onLink: () => void;
}

const marks: Record<ProviderId, ReactNode> = { microsoft: <MicrosoftMark />, google: <GoogleMark /> };

/** Sign-in methods besides email and password: those configured on the server and supported by the browser. */
export function SignInMethods({ redirect, onProvider, creating, onSignedIn, onLink }: SignInMethodsProps) {
	const { data: ways, isPending } = useQuery(signInMethodsQuery);
	const [busy, setBusy] = useState<string>();
	const run = async (id: string, work: () => Promise<void>) => {
		setBusy(id);
		try {
			await work();
		} catch (error) {
			failed(error, t.methods.signInFailed);
			setBusy(undefined);
		}
	};
	const passkey = async () => {
		await signInWithPasskey();
		await onSignedIn();
	};
	const providers = (["microsoft", "google"] as const).filter((provider) => ways?.[provider]);
	// Rendered together, so that nothing moves under the pointer.
	const hasPasskeys = !creating && passkeysWork();
	const hasLinks = !creating && ways?.mail === true;
	if (isPending || (providers.length === 0 && !hasPasskeys && !hasLinks)) return null;
	return (
		<div className="mt-6 flex flex-col gap-2">
			<p className="mb-1 flex items-center gap-3 text-12 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
				{t.methods.or}
			</p>
			{providers.map((provider) => (
				<Button
					key={provider}
					size="large"
					wide
					busy={busy === provider}
					onClick={() =>
						onProvider ? onProvider(provider) : void run(provider, () => startProvider(provider, { redirect }))
					}
				>
					{busy !== provider && marks[provider]}
					{t.methods.continueWith(providerNames[provider])}
				</Button>
			))}
			{hasPasskeys && (
				<Button
					size="large"
					wide
					icon={KeyRound}
					busy={busy === "passkey"}
					onClick={() => void run("passkey", passkey)}
				>
					{t.methods.signInWithPasskey}
				</Button>
			)}
			{hasLinks && (
				<Button size="large" wide icon={Mail} onClick={onLink}>
					{t.methods.emailMeLink}
				</Button>
			)}
		</div>
	);
}
