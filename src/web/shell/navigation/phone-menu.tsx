import { Dialog } from "@base-ui/react/dialog";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { Session } from "#web/lib/session/session.ts";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { IconButton } from "#web/ui/button/button.tsx";
import { Logo } from "../base/logo.tsx";
import { t } from "../base/text.ts";
import { useNavEntries } from "./nav.ts";
import { RailContent } from "./rail.tsx";

interface PhoneMenuProps {
	open: boolean;
	onClose: () => void;
	session: Session | null | undefined;
}

const linkClass =
	"flex h-10 items-center rounded-2 px-2 text-14 text-ink-2 aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink";

/** Navigation and rail on small screens. */
export default function PhoneMenu({ open, onClose, session }: PhoneMenuProps) {
	const entries = useNavEntries(Boolean(session));
	return (
		<Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
			<Dialog.Portal>
				<Dialog.Backdrop className="fixed inset-0 z-[var(--z-dialog)] bg-[oklch(0.2_0.01_155/0.38)] lg:hidden" />
				<Dialog.Popup className="fixed inset-y-0 left-0 z-[var(--z-dialog)] flex w-75 max-w-[85vw] flex-col overflow-y-auto border-r border-line bg-paper text-ink outline-none motion-safe:animate-rise lg:hidden">
					<div className="flex h-[var(--top)] shrink-0 items-center justify-between border-b border-line bg-surface px-4">
						<Dialog.Title className="sr-only">{t.topBar.menu}</Dialog.Title>
						<Logo />
						<Dialog.Close render={<IconButton icon={X} label={t.topBar.closeMenu} tooltip={false} />} />
					</div>
					{(entries.length > 0 || session === null) && (
						<nav aria-label={t.topBar.main} className="border-b border-line p-2 md:hidden">
							{entries.map((entry) => (
								<PathLink
									key={entry.to}
									to={entry.to}
									activeOptions={{ exact: entry.to === "/", includeSearch: false }}
									onClick={onClose}
									className={linkClass}
								>
									{entry.label}
								</PathLink>
							))}
							{session === null && (
								<Link to="/auth" onClick={onClose} className={linkClass}>
									{t.topBar.signIn}
								</Link>
							)}
						</nav>
					)}
					{session && (
						<>
							<RailContent onNavigate={onClose} />
							<p className="mt-auto border-t border-line px-4 py-3 text-13 break-all text-ink-3">
								{session.user.email}
							</p>
						</>
					)}
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	);
}
