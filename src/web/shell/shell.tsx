import { Tooltip } from "@base-ui/react/tooltip";
import { Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { lazy, type ReactElement, Suspense, useMemo, useRef, useState } from "react";
import { sitePageAt } from "#shared/site-pages.ts";
import type { AppPath } from "#web/lib/base/links.ts";
import { type Installed, InstalledContext } from "#web/lib/screens/installed.ts";
import type { ToolScreens } from "#web/lib/screens/screens.ts";
import { useSession } from "#web/lib/session/session.ts";
import { tools } from "#web/registry.ts";
import { SiteHostContext } from "#web/site/host.tsx";
import { ToastHost } from "#web/ui/toast/toast-host.tsx";
import { t } from "./base/text.ts";
import { AppCommands } from "./commands/app-commands.tsx";
import { Shortcuts } from "./commands/shortcuts.tsx";
import { startTypeAhead, type TypeAhead } from "./commands/type-ahead.ts";
import { Confirmations } from "./confirmations.tsx";
import { TopBar } from "./navigation/top-bar.tsx";
import { RouteAnnouncer } from "./route-announcer.tsx";
import { SignedOut } from "./signed-out.tsx";
import { useAppAsSiteHost } from "./site-host.tsx";
import { useLiveUpdates } from "./use-live-updates.ts";
import { useNewMail } from "./use-new-mail.ts";
import { usePrefetchedScreens } from "./use-prefetched-screens.ts";
import { useRevokeWarning } from "./use-revoke-warning.ts";

const Overlays = lazy(() => import("./overlays.tsx"));
const Rail = lazy(() => import("./navigation/rail.tsx"));
const CommandPalette = lazy(() => import("./commands/palette.tsx"));
const ShortcutsDialog = lazy(() => import("./commands/shortcuts-dialog.tsx"));
const PhoneMenu = lazy(() => import("./navigation/phone-menu.tsx"));
const Footer = lazy(() => import("#web/site/footer.tsx"));

const installedTools: readonly ToolScreens[] = tools;

type Overlay = "palette" | "shortcuts" | "menu";

/** The frame around every page: top bar, rail, landmarks and overlays. */
export function Shell(): ReactElement {
	const session = useSession();
	const inTool = useMatches({ select: (matches) => matches.at(-1)?.staticData.area === "tool" });
	const footed = useMatches({ select: (matches) => hasFooter(matches.at(-1)?.fullPath ?? "") });
	const installed = useInstallation();
	const siteHost = useAppAsSiteHost(session, installed);
	const [overlay, setOverlay] = useState<Overlay | null>(null);
	// Once opened, a component stays mounted, so that it can close with its focus handling intact.
	const [opened, setOpened] = useState<ReadonlySet<Overlay>>(new Set());
	const typeAhead = useRef<TypeAhead | null>(null);
	const open = (which: Overlay) => {
		if (which === "palette" && overlay !== which) {
			typeAhead.current?.take();
			typeAhead.current = startTypeAhead();
		}
		setOpened(new Set([...opened, which]));
		setOverlay(which);
	};
	const close = () => setOverlay(null);
	useLiveUpdates(Boolean(session));
	useNewMail(Boolean(session));
	useRevokeWarning(Boolean(session));
	usePrefetchedScreens(Boolean(session));
	return (
		<InstalledContext value={installed}>
			<SiteHostContext value={siteHost}>
				<Tooltip.Provider>
					<a
						href="#main"
						className="fixed top-2 left-2 z-[var(--z-toast)] -translate-y-20 rounded-2 bg-ink px-3 py-2 text-14 font-semibold text-paper focus:translate-y-0"
					>
						{t.topBar.skipToContent}
					</a>
					<RouteAnnouncer />
					<TopBar session={session} onOpenMenu={() => open("menu")} onOpenPalette={() => open("palette")} />
					<div className="flex">
						{session && inTool && (
							<Suspense
								fallback={
									<div className="sticky top-[var(--top)] hidden h-[calc(100dvh-var(--top))] w-52 shrink-0 border-r border-line lg:block" />
								}
							>
								<Rail />
							</Suspense>
						)}
						<div className="min-w-0 flex-1">
							<main id="main" tabIndex={-1} className={footed ? "min-h-[calc(100dvh-var(--top))]" : ""}>
								<Outlet />
							</main>
							<Suspense>{footed && <Footer />}</Suspense>
						</div>
					</div>
					<Suspense>{session && <Overlays />}</Suspense>
					<Suspense>
						{opened.has("menu") && <PhoneMenu open={overlay === "menu"} onClose={close} session={session} />}
						{opened.has("palette") && (
							<CommandPalette
								open={overlay === "palette"}
								takeTyped={() => typeAhead.current?.take() ?? ""}
								onClose={close}
							/>
						)}
						{opened.has("shortcuts") && <ShortcutsDialog open={overlay === "shortcuts"} onClose={close} />}
					</Suspense>
					<AppCommands
						signedIn={Boolean(session)}
						onOpenPalette={() => open("palette")}
						onOpenShortcuts={() => open("shortcuts")}
					/>
					<Shortcuts />
					<Confirmations />
					<SignedOut />
					<ToastHost />
				</Tooltip.Provider>
			</SiteHostContext>
		</InstalledContext>
	);
}

/** Public pages have a footer; the app needs the full height. */
function hasFooter(path: string): boolean {
	return sitePageAt(path) !== null;
}

function useInstallation(): Installed {
	const router = useRouter();
	return useMemo(
		() => ({
			// A tool may serve its path with optional parameters, which the router lists under another name.
			hasPath: (path): path is AppPath =>
				path in router.routesByPath || tools.some((tool) => tool.manifest.path === path),
			titleOf: (path) => tools.find((tool) => tool.manifest.path === path)?.manifest.title,
			features: new Map(
				tools.flatMap(({ manifest }) =>
					(manifest.features ?? []).map((feature) => [feature.id, { launch: manifest.path, ...feature }]),
				),
			),
			loadMailActions: async () => {
				const loaded = await Promise.all(installedTools.map(async (tool) => tool.loadMailActions?.()));
				return loaded.flatMap((part) => part?.mailActions ?? []);
			},
			loadSenderPassport: async () => {
				const offering = installedTools.find((tool) => tool.loadSenderPassport !== undefined);
				return (await offering?.loadSenderPassport?.())?.SenderPassport ?? null;
			},
			loadInboxExtensions: async () => {
				const loaded = await Promise.all(installedTools.map(async (tool) => tool.loadInboxExtension?.()));
				return loaded.flatMap((part) => part?.inboxExtension ?? []);
			},
			jobTitles: Object.assign({}, ...tools.map(({ manifest }) => manifest.jobs)),
		}),
		[router],
	);
}
