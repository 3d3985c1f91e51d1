import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { lastAnnouncement, onAnnouncement, onToastsWanted, toastsWanted } from "./toast.ts";

/** Milliseconds between attempts to load the toaster while the server is unreachable. */
const retry = 3000;

/**
 * Renders toasts; mounted once, by the shell. The toaster is fetched as soon as the browser is idle, so that it is
 * loaded when the first message is that the server is unreachable.
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
	return (
		<>
			<Announcement />
			{needed && Toaster && <Toaster />}
		</>
	);
}

function Announcement() {
	const { text, serial } = useSyncExternalStore(onAnnouncement, lastAnnouncement);
	return (
		<p role="status" aria-live="polite" className="sr-only">
			<span key={serial}>{text}</span>
		</p>
	);
}
