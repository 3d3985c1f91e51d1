import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { hasWaitingChanges, startOver } from "#web/lib/api/ended-session.ts";
import type { ProviderId } from "#web/lib/session/providers.ts";
import { refetchSession } from "#web/lib/session/session.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { AuthForm } from "./auth-form.tsx";
import { TextButton } from "./auth-frame.tsx";
import { failed } from "./auth-toast.ts";
import { MailForm } from "./mail-form.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";
import { SignInMethods } from "./sign-in-methods.tsx";
import { t } from "./text.ts";

interface User {
	id: string;
	email: string;
}

/** Signs in over the page, which stays as it is. @param props.user whose session ended; null: closed */
export default function SignedOutDialog({ user }: { user: User | null }) {
	useEffect(() => {
		if (user === null) return;
		const warn = (event: BeforeUnloadEvent) => {
			if (hasWaitingChanges()) event.preventDefault();
		};
		addEventListener("beforeunload", warn);
		return () => removeEventListener("beforeunload", warn);
	}, [user]);
	return (
		<Dialog open={user !== null} size="small" title={t.signedOut.title} description={t.signedOut.description}>
			{user && <Steps user={user} />}
		</Dialog>
	);
}

function Steps({ user }: { user: User }) {
	const [step, setStep] = useState<"sign-in" | "code" | "forgot" | "link">("sign-in");
	const email = useRef(user.email);
	const client = useQueryClient();
	const onSignedIn = async () => {
		await refetchSession(client);
	};
	if (step === "code") return <SecondFactorForm onSignedIn={onSignedIn} onExpired={() => setStep("sign-in")} />;
	if (step !== "sign-in")
		return (
			<>
				<MailForm
					what={step === "link" ? "magic-link" : "password-reset"}
					email={email.current}
					redirect={step === "link" ? "/auth/window" : undefined}
				/>
				<p className="mt-4 text-14">
					<TextButton onClick={() => setStep("sign-in")}>{t.signedOut.back}</TextButton>
				</p>
			</>
		);
	return (
		<>
			<AuthForm
				mode="sign-in"
				email={email.current}
				password=""
				onSignedIn={onSignedIn}
				onSignedUp={() => undefined}
				onSecondFactor={() => setStep("code")}
				onForgot={(address) => {
					email.current = address;
					setStep("forgot");
				}}
			/>
			<SignInMethods
				creating={false}
				onProvider={signInWithWindow}
				onSignedIn={onSignedIn}
				onLink={() => setStep("link")}
			/>
			<p className="mt-6 text-13 text-ink-2">
				{t.signedOut.unsaved} <TextButton onClick={() => startOver("/", user)}>{t.signedOut.leave}</TextButton>
			</p>
		</>
	);
}

/** The window tells all tabs when its user is signed in (`session-events.ts`). */
function signInWithWindow(provider: ProviderId): void {
	const opened = window.open(`/auth/window?provider=${provider}`, "sign-in", "popup,width=480,height=720");
	if (opened === null) failed(new Error(t.signedOut.windowBlocked), t.methods.signInFailed);
}
