import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { consumeRedirect } from "#web/lib/base/redirect.ts";
import { useDashboard } from "#web/lib/screens/installed.ts";
import { rememberSignIn } from "#web/lib/session/earlier-visit.ts";
import { refetchSession, useSession } from "#web/lib/session/session.ts";
import { signInApi, signInMethodsQuery } from "#web/lib/session/sign-in-api.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { AuthForm } from "./auth-form.tsx";
import { AuthFrame, TextButton } from "./auth-frame.tsx";
import { FinishSignIn } from "./finish-sign-in.tsx";
import { MailForm } from "./mail-form.tsx";
import type { AuthMode, AuthSearch } from "./screens.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";
import { SignInMethods } from "./sign-in-methods.tsx";
import { t } from "./text.ts";

const texts: Record<AuthMode, { name: string; title: string; lead: string }> = {
	"sign-in": { name: t.page.signIn, title: t.page.signInTo, lead: t.page.welcomeBack },
	"sign-up": {
		name: t.page.signUp,
		title: t.page.setUpAccount,
		lead: t.page.setUpDescription,
	},
	forgot: {
		name: t.page.forgotten,
		title: t.page.forgotYourPassword,
		lead: t.page.forgotDescription,
	},
	link: { name: t.page.signInByEmail, title: t.page.signInByEmail, lead: t.page.signInByEmailDescription },
	code: { name: t.page.secondStep, title: t.page.oneMoreStep, lead: t.page.oneMoreStepDescription },
};

/** Sign-in, sign-up and the steps between; also a redirect target for Microsoft and Google. */
export default function AuthPage() {
	const search = useSearch({ strict: false }) as AuthSearch;
	const isReturn = [search.code, search.state, search.error].some((value) => value !== undefined);
	return isReturn ? <FinishSignIn /> : <AuthSteps search={search} />;
}

function AuthSteps({ search }: { search: AuthSearch }) {
	const methods = useQuery(signInMethodsQuery);
	const isFirst = methods.data?.isFirst === true;
	// On a new server there is no one to sign in.
	const mode = search.mode ?? (isFirst && search.email === undefined ? "sign-up" : "sign-in");
	const navigate = useNavigate();
	const client = useQueryClient();
	const [email, setEmail] = useState(search.email ?? "");
	/** Of an account just created: only the security check is left to fill in. */
	const [password, setPassword] = useState("");
	const onSignedIn = useProceed(search);
	const show = (next: AuthMode) =>
		void navigate({
			to: "/auth",
			replace: true,
			search: { ...search, mode: next === "sign-in" && !isFirst ? undefined : next },
		});
	const onSignedUp = (address: string, chosen: string) => {
		setEmail(address);
		setPassword(chosen);
		toast({ title: t.page.success, description: t.page.successDescription });
		void client.invalidateQueries(signInMethodsQuery);
		show("sign-in");
	};
	const creating = mode === "sign-up";
	const refusal = creating ? refusalOf(methods.data?.signUp, search.invitation) : null;
	return (
		<AuthFrame {...texts[mode]} {...(creating && isFirst && { lead: t.page.firstAccount })}>
			{mode === "code" && <SecondFactorForm onSignedIn={onSignedIn} onExpired={() => show("sign-in")} />}
			{(mode === "forgot" || mode === "link") && (
				<MailForm
					key={mode}
					what={mode === "link" ? "magic-link" : "password-reset"}
					email={email}
					redirect={search.redirect}
				/>
			)}
			{refusal !== null && (
				<Notice tone="amber">
					<p className="font-semibold">{refusal.title}</p>
					<p>{refusal.hint}</p>
				</Notice>
			)}
			{(mode === "sign-in" || mode === "sign-up") && refusal === null && (
				<>
					<AuthForm
						key={mode}
						mode={mode}
						email={email}
						password={password}
						onSignedIn={onSignedIn}
						onSignedUp={onSignedUp}
						onSecondFactor={() => show("code")}
						onForgot={(address) => {
							setEmail(address);
							show("forgot");
						}}
					/>
					<SignInMethods
						redirect={search.redirect}
						creating={creating}
						onSignedIn={onSignedIn}
						onLink={() => show("link")}
					/>
				</>
			)}
			<p className="mt-6 text-14 text-ink-2">
				{mode === "sign-in" ? t.page.newHere : creating ? t.page.haveAccount : ""}
				<TextButton onClick={() => show(mode === "sign-in" ? "sign-up" : "sign-in")}>
					{mode === "sign-in" ? t.page.signUp : creating ? t.page.signIn : t.page.backToSignIn}
				</TextButton>
			</p>
		</AuthFrame>
	);
}

/** Why no one can sign up with this link; null: one can. */
function refusalOf(
	signUp: "open" | "invite" | "closed" | undefined,
	invitation: string | undefined,
): { title: string; hint: string } | null {
	if (signUp === "closed") return { title: t.page.signUpClosed, hint: t.page.signUpClosedHint };
	if (signUp === "invite" && invitation === undefined)
		return { title: t.page.invitationNeeded, hint: t.page.invitationNeededHint };
	return null;
}

/** Redirects signed-in users: those who arrive with a session, and those who have just signed in. */
function useProceed(search: AuthSearch): () => Promise<void> {
	const router = useRouter();
	const client = useQueryClient();
	const home = useDashboard();
	const session = useSession();
	const before = useRef(session);
	before.current ??= session;
	// biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival of a session redirects the user
	useEffect(() => {
		const old = before.current;
		if (session) rememberSignIn();
		if (!session || (search.again && old?.session.id === session.session.id)) return;
		// Asked to sign in again: the previous session is no longer needed.
		if (search.again && old?.user.id === session.user.id)
			void signInApi.endSession({ params: { id: old.session.id } }).catch(() => undefined);
		router.history.replace(consumeRedirect(home, search.redirect));
	}, [session]);
	return async () => {
		await refetchSession(client);
	};
}
