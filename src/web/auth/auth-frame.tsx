import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { usePageTitle } from "#web/lib/screens/page-title.ts";
import { t } from "./text.ts";

interface AuthFrameProps {
	/** Document title. */
	name: string;
	title: string;
	lead?: ReactNode;
	children?: ReactNode;
}

/** The narrow column shared by all sign-in steps. */
export function AuthFrame({ name, title, lead, children }: AuthFrameProps) {
	usePageTitle(name);
	return (
		<div className="mx-auto flex w-full max-w-[420px] flex-col px-4 pt-6 pb-16 md:pt-12">
			<Link
				to="/"
				className="relative mb-6 inline-flex items-center gap-1.5 self-start rounded-1 text-13 text-ink-2 hover:text-ink pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3"
			>
				<ArrowLeft aria-hidden="true" size={15} />
				{t.frame.backToHome}
			</Link>
			<h1 tabIndex={-1} className="font-display text-28 font-medium tracking-[-0.01em]">
				{title}
			</h1>
			{lead !== undefined && <p className="mt-1 text-14 text-ink-2">{lead}</p>}
			<div className="mt-6 flex flex-col">{children}</div>
		</div>
	);
}

/** A link-styled button that switches to another step on the page. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
	return (
		<button
			type="button"
			onClick={onClick}
			className="relative rounded-1 font-semibold text-accent underline underline-offset-4 hover:text-accent-hover pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3"
		>
			{children}
		</button>
	);
}
