import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { hubPath } from "#shared/brand.ts";
import { SiteLink } from "./host.tsx";
import { t } from "./text.ts";

/** A stable URL that redirects to the hub, whatever its path is on this installation. */
export default function RedirectPage() {
	const navigate = useNavigate();
	useEffect(() => {
		void navigate({ to: hubPath, replace: true });
	}, [navigate]);
	return (
		<div className="flex min-h-[60dvh] flex-col items-center justify-center px-6 text-center">
			<h1 tabIndex={-1} className="font-display text-28 font-medium">
				{t.redirect.redirectingTo}
			</h1>
			<p className="mt-2 text-14 text-ink-2">
				{t.redirect.ifNothingHappens}{" "}
				<SiteLink to={hubPath} className="text-accent underline underline-offset-4">
					{t.redirect.continueManually}
				</SiteLink>
				.
			</p>
		</div>
	);
}
