import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { onToastsWanted, toastsWanted } from "./toast.ts";

/** Milliseconds between attempts to load the toaster while the server is out of reach. */
const retry = 3000;

/**
 * Where toasts appear; the shell mounts it once. The toaster is fetched as soon as the browser has nothing else to do,
 * so that it is there when the first thing to say is that the server is gone.
 */
export function ToastHost() {
	const needed = useSyncExternalStore(onToastsWanted, toastsWanted);
	const [Toaster, setToaster] = useState<ComponentType | null>(null);
	const [failures, setFailures] = useState(0);
	const loaded = Toaster !== null;
	useEffect(() => {
		if (loaded) return;
		let stale = false;
		const load = () => {
			import("./toaster.tsx").then(
				(module) => !stale && setToaster(() => module.default),
				() => !stale && setFailures((count) => count + 1),
			);
		};
		const timer = setTimeout(load, failures > 0 ? retry : needed ? 0 : 1500);
		return () => {
			stale = true;
			clearTimeout(timer);
		};
	}, [loaded, needed, failures]);
	return needed && Toaster ? <Toaster /> : null;
}
