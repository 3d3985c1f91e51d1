import { lazy, Suspense, useState } from "react";
import { useAsked } from "#web/ui/confirm.ts";

const ConfirmHost = lazy(() => import("#web/ui/confirm-host.tsx"));

/** Where `confirm()` asks; it loads with the first question. */
export function Questions() {
	const asked = useAsked();
	const [needed, setNeeded] = useState(false);
	if (asked && !needed) setNeeded(true);
	return <Suspense>{needed && <ConfirmHost />}</Suspense>;
}
