import { lazy, Suspense, useState } from "react";
import { usePendingConfirm } from "#web/ui/overlay/confirm.ts";

const ConfirmHost = lazy(() => import("#web/ui/overlay/confirm-host.tsx"));

/** Host of `confirm()` dialogs; loads with the first one. */
export function Confirmations() {
	const pending = usePendingConfirm();
	const [needed, setNeeded] = useState(false);
	if (pending && !needed) setNeeded(true);
	return <Suspense>{needed && <ConfirmHost />}</Suspense>;
}
