import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from "react";
import type { ToolManifest } from "#shared/tool.ts";
import type { Session } from "#web/lib/session/session.ts";
import { ToastHost } from "#web/ui/toast/toast-host.tsx";
import Footer from "./footer.tsx";
import { PlainLink, type SiteHost, SiteHostContext } from "./host.tsx";
import { siteScreens } from "./screens.ts";
import { t } from "./text.ts";
import { VisitorBar } from "./visitor-bar.tsx";

/** Only the tools' manifests: their screens would pull in half the app. */
const manifests = import.meta.glob<{ tool: ToolManifest }>("../../tools/*/tool.ts", { eager: true });
const titles = new Map(Object.values(manifests).map(({ tool }) => [tool.path, tool.title]));
const paths = new Set([...siteScreens.map(({ path }) => path), ...titles.keys()]);

interface VisitProps {
	session: Promise<Session | null>;
	children: ReactNode;
}

/** A public page in the visitor's frame. Replaced by the app if a user turns out to be signed in. */
export function Visit({ session, children }: VisitProps) {
	const [visitor, setVisitor] = useState<SiteHost["visitor"]>("unknown");
	const [app, setApp] = useState<ReactElement | null>(null);
	useEffect(() => {
		let here = true;
		void session.then(async (known) => {
			if (known === null) return here && setVisitor("signed-out");
			const { createApp } = await import("../app.tsx");
			const { element, router } = createApp(known);
			// The page's own code is loaded already, so that the change shows in one step.
			await router.load();
			if (here) setApp(element);
		});
		return () => {
			here = false;
		};
	}, [session]);
	const host = useMemo<SiteHost>(
		() => ({
			visitor,
			hasPath: (path) => paths.has(path),
			titleOf: (path) => titles.get(path),
			Link: PlainLink,
		}),
		[visitor],
	);
	if (app !== null) return app;
	return (
		<SiteHostContext value={host}>
			<a
				href="#main"
				className="fixed top-2 left-2 z-[var(--z-toast)] -translate-y-20 rounded-2 bg-ink px-3 py-2 text-14 font-semibold text-paper focus:translate-y-0"
			>
				{t.visitor.skipToContent}
			</a>
			<VisitorBar />
			<main id="main" tabIndex={-1} className="min-h-[calc(100dvh-var(--top))]">
				{children}
			</main>
			<Footer />
			<ToastHost />
		</SiteHostContext>
	);
}
