import { lazy, Suspense, useSyncExternalStore } from "react";
import { onToastsWanted, toastsWanted } from "./toast.ts";

const Toaster = lazy(() => import("./toaster.tsx"));

/** Where toasts appear; the shell mounts it once. The toaster itself loads with the first toast. */
export function ToastHost() {
	const needed = useSyncExternalStore(onToastsWanted, toastsWanted);
	return needed ? (
		<Suspense>
			<Toaster />
		</Suspense>
	) : null;
}
