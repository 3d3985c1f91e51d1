import { Menu, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { setTheme, useDark } from "#web/lib/settings/theme.ts";
import { cx } from "#web/ui/base/cx.ts";
import { Wordmark } from "#web/ui/base/mark.tsx";
import { buttonStyle } from "#web/ui/button/button-style.ts";
import { PlainLink, useSiteHost } from "./host.tsx";
import { t } from "./text.ts";

const pages = [
	{ label: t.visitor.pricing, to: "/pricing" },
	{ label: t.visitor.contact, to: "/contact" },
];

const iconButton =
	"relative inline-flex size-8 shrink-0 items-center justify-center rounded-2 text-ink-2 transition-colors hover:bg-sunken hover:text-ink " +
	"pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-1.5";

/** The top bar for signed-out visitors; signed-in users see the app's. */
export function VisitorBar() {
	const { visitor } = useSiteHost();
	return (
		<header className="sticky top-0 z-[var(--z-sticky)] flex h-[var(--top)] items-center gap-2 border-b border-line bg-surface px-2 sm:px-4">
			<PhoneMenu />
			<PlainLink
				to="/"
				className="relative flex items-center gap-2.5 rounded-1 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5"
			>
				<Wordmark />
			</PlainLink>
			<nav aria-label={t.visitor.main} className="ml-4 hidden items-center gap-1 md:flex">
				{pages.map(({ label, to }) => (
					<PlainLink
						key={to}
						to={to}
						className="rounded-2 px-2.5 py-1.5 text-14 text-ink-2 transition-colors hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink"
					>
						{label}
					</PlainLink>
				))}
			</nav>
			<div className="ml-auto flex items-center gap-2">
				<ThemeButton />
				<div className={cx("flex items-center gap-2", visitor === "unknown" && "invisible")}>
					<PlainLink
						to="/auth"
						className={cx(buttonStyle({ variant: "ghost", size: "small" }, false), "max-sm:hidden")}
					>
						{t.visitor.signIn}
					</PlainLink>
					<PlainLink to="/auth" search={{ mode: "sign-up" }} className={buttonStyle({ size: "small" }, false)}>
						{t.visitor.signUp}
					</PlainLink>
				</div>
			</div>
		</header>
	);
}

function ThemeButton() {
	const dark = useDark();
	const Icon = dark ? Moon : Sun;
	return (
		<button
			type="button"
			aria-label={dark ? t.visitor.useLightTheme : t.visitor.useDarkTheme}
			onClick={() => setTheme(dark ? "light" : "dark")}
			className={iconButton}
		>
			<Icon aria-hidden="true" size={17} />
		</button>
	);
}

/** Uses the browser's native popover: closes on Escape and on an outside touch. */
function PhoneMenu() {
	const id = useId();
	return (
		<div className="md:hidden">
			<button type="button" aria-label={t.visitor.menu} popoverTarget={id} className={iconButton}>
				<Menu aria-hidden="true" size={17} />
			</button>
			<nav
				id={id}
				popover="auto"
				aria-label={t.visitor.menu}
				className="fixed inset-x-0 top-[var(--top)] m-0 w-full border-b border-line bg-surface p-2 text-ink shadow-2"
			>
				{[{ label: t.visitor.home, to: "/" }, ...pages, { label: t.visitor.signIn, to: "/auth" }].map(
					({ label, to }) => (
						<PlainLink
							key={to}
							to={to}
							className="flex h-11 items-center rounded-2 px-3 text-16 text-ink-2 aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink"
						>
							{label}
						</PlainLink>
					),
				)}
			</nav>
		</div>
	);
}
