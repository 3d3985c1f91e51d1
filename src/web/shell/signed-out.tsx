import { lazy, Suspense, useEffect, useState } from "react";
import { useEndedSession } from "#web/lib/api/ended-session.ts";

const SignedOutDialog = lazy(() => import("#web/auth/signed-out-dialog.tsx"));

/** Calm of the keyboard, in milliseconds, before the dialog takes the focus: what is being typed belongs to the page. */
const CALM_MS = 800;

let lastKey = Number.NEGATIVE_INFINITY;
addEventListener("keydown", () => (lastKey = performance.now()), { capture: true });

/** Sign-in over the page, after a session that ended without the user's doing. */
export function SignedOut() {
	const user = useEndedSession();
	const isCalm = useCalm(user !== null);
	const [needed, setNeeded] = useState(false);
	if (user && !needed) setNeeded(true);
	return <Suspense>{needed && <SignedOutDialog user={isCalm ? user : null} />}</Suspense>;
}

/** Whether no one has typed for a moment since it is `needed`. */
function useCalm(needed: boolean): boolean {
	const [isCalm, setCalm] = useState(false);
	useEffect(() => {
		if (!needed) return;
		let timer: ReturnType<typeof setTimeout>;
		const check = () => {
			const rest = lastKey + CALM_MS - performance.now();
			if (rest <= 0) setCalm(true);
			else timer = setTimeout(check, rest);
		};
		check();
		return () => {
			clearTimeout(timer);
			setCalm(false);
		};
	}, [needed]);
	return isCalm;
}
