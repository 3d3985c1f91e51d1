import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { brand } from "#shared/brand.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { sessionQuery, useSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";
import { AuthForm } from "./auth-form.tsx";
import { takeRedirect } from "./redirect.ts";
import { signInWays } from "./ways.tsx";

export type AuthMode = "sign-in" | "sign-up";

export default function AuthPage() {
	const search = useSearch({ strict: false }) as { mode?: "sign-up"; redirect?: string };
	const mode: AuthMode = search.mode ?? "sign-in";
	const signUp = mode === "sign-up";
	const navigate = useNavigate();
	const router = useRouter();
	const client = useQueryClient();
	const session = useSession();
	const [email, setEmail] = useState("");
	usePageTitle(signUp ? "Sign up" : "Sign in");

	const proceed = () => router.history.replace(takeRedirect(search.redirect));
	const switchTo = (next: AuthMode) =>
		navigate({ to: "/auth", replace: true, search: { ...search, mode: next === "sign-up" ? next : undefined } });
	const onSignedIn = async () => {
		await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
	};
	const onSignedUp = (address: string) => {
		setEmail(address);
		toast({ title: "Success", description: "Your account is ready. Please sign in." });
		void switchTo("sign-in");
	};
	// Also for people who come here with a session already.
	// biome-ignore lint/correctness/useExhaustiveDependencies: only the session's arrival sends the person on
	useEffect(() => {
		if (session) proceed();
	}, [session]);

	return (
		<div className="mx-auto flex w-full max-w-[420px] flex-col px-4 pt-6 pb-16 md:pt-12">
			<Link
				to="/"
				className="mb-6 inline-flex items-center gap-1.5 self-start rounded-1 text-13 text-ink-2 hover:text-ink"
			>
				<ArrowLeft aria-hidden="true" size={15} />
				Back to Home
			</Link>
			<h1 tabIndex={-1} className="font-display text-28 font-medium tracking-[-0.01em]">
				{signUp ? `Set up your ${brand.name} account` : `Sign in to ${brand.name}`}
			</h1>
			<p className="mt-1 mb-6 text-14 text-ink-2">
				{signUp ? "One account for all your mailboxes on this server." : "Welcome back."}
			</p>
			<AuthForm key={mode} mode={mode} email={email} onSignedIn={onSignedIn} onSignedUp={onSignedUp} />
			{signInWays.length > 0 && (
				<div className="mt-4 flex flex-col gap-2 border-t border-line pt-4">
					{signInWays.map(({ id, Button }) => (
						<Button key={id} mode={mode} />
					))}
				</div>
			)}
			<p className="mt-6 text-14 text-ink-2">
				{signUp ? "Already have an account?" : "New here?"}{" "}
				<button
					type="button"
					onClick={() => void switchTo(signUp ? "sign-in" : "sign-up")}
					className="rounded-1 font-semibold text-accent underline underline-offset-4 hover:text-accent-hover"
				>
					{signUp ? "Sign in" : "Sign up"}
				</button>
			</p>
		</div>
	);
}
