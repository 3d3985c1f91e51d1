import { Menu as MenuIcon, Search } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Session } from "#web/lib/session/session.ts";
import { Keys } from "#web/ui/base/kbd.tsx";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { Button, ButtonLink, IconButton } from "#web/ui/button/button.tsx";
import { Logo } from "../base/logo.tsx";
import { t } from "../base/text.ts";
import { useSignOut } from "../base/use-sign-out.ts";
import { ConnectionNote } from "./connection-note.tsx";
import { useNavEntries } from "./nav.ts";

/** Menus are a tenth of what a page loads first. */
const UserMenu = lazy(() => import("./user-menu.tsx"));
const ThemeMenu = lazy(() => import("./theme-menu.tsx"));
/** Usually no job is running, so it loads after the page. */
const JobsIndicator = lazy(() => import("./jobs-indicator.tsx"));

interface TopBarProps {
	/** Undefined while loading. */
	session: Session | null | undefined;
	onOpenMenu: () => void;
	onOpenPalette: () => void;
}

export function TopBar({ session, onOpenMenu, onOpenPalette }: TopBarProps) {
	const entries = useNavEntries(Boolean(session));
	const signOut = useSignOut();
	return (
		<header className="sticky top-0 z-[var(--z-sticky)] flex h-[var(--top)] items-center gap-2 border-b border-line bg-surface px-2 sm:px-4">
			{/* Visitors have all links in the bar where there is room for them. */}
			<span className={session === null ? "md:hidden" : "lg:hidden"}>
				<IconButton icon={MenuIcon} label={t.topBar.menu} aria-haspopup="dialog" tooltip={false} onClick={onOpenMenu} />
			</span>
			<Logo />
			<nav aria-label={t.topBar.main} className="ml-4 hidden items-center gap-1 md:flex">
				{entries.map((entry) => (
					<PathLink
						key={entry.to}
						to={entry.to}
						activeOptions={{ exact: entry.to === "/", includeSearch: false }}
						className="rounded-2 px-2.5 py-1.5 text-14 text-ink-2 transition-colors hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink"
					>
						{entry.label}
					</PathLink>
				))}
			</nav>
			<div className="ml-auto flex min-w-0 items-center gap-2">
				{session && <ConnectionNote />}
				{session && (
					<Suspense>
						<JobsIndicator />
					</Suspense>
				)}
				{session && <PaletteButton onOpen={onOpenPalette} />}
				{!session && (
					<Suspense fallback={<span className="size-8" />}>
						<ThemeMenu />
					</Suspense>
				)}
				{session && (
					<>
						<Suspense fallback={<UserMenuPlace email={session.user.email} />}>
							<UserMenu session={session} />
						</Suspense>
						<Button size="small" onClick={() => void signOut()}>
							{t.topBar.signOut}
						</Button>
					</>
				)}
				{session === null && (
					<>
						<span className="max-sm:hidden">
							<ButtonLink to="/auth" size="small" variant="ghost">
								{t.topBar.signIn}
							</ButtonLink>
						</span>
						<ButtonLink to="/auth" search={{ mode: "sign-up" }} size="small" variant="secondary">
							{t.topBar.signUp}
						</ButtonLink>
					</>
				)}
			</div>
		</header>
	);
}

/** As wide as the menu, so that nothing moves when it is there. */
function UserMenuPlace({ email }: { email: string }) {
	return (
		<>
			<span className="hidden max-w-60 truncate pr-[26px] pl-2 text-14 text-ink-2 lg:block">{email}</span>
			<span className="size-8 lg:hidden" />
		</>
	);
}

function PaletteButton({ onOpen }: { onOpen: () => void }) {
	return (
		<>
			<span className="xl:hidden">
				<IconButton icon={Search} label={t.topBar.searchMailRunCommand} keys="mod+k" onClick={onOpen} />
			</span>
			<button
				type="button"
				onClick={onOpen}
				className="hidden h-8 w-75 items-center gap-2 rounded-2 border border-line-strong bg-paper px-2.5 text-left text-14 text-ink-3 transition-colors hover:border-ink-3 xl:flex"
			>
				<Search aria-hidden="true" size={16} />
				<span className="flex-1">{t.topBar.searchMailRunCommand}</span>
				<Keys keys="mod+k" />
			</button>
		</>
	);
}
