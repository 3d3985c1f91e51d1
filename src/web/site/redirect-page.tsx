import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { brand, hubPath } from "#shared/brand.ts";
import { SiteLink } from "./host.tsx";

/** A stable URL that redirects to the hub, whatever its path is on this installation. */
export default function RedirectPage() {
	const navigate = useNavigate();
	useEffect(() => {
		void navigate({ to: hubPath, replace: true });
	}, [navigate]);
	return (
		<div className="flex min-h-[60dvh] flex-col items-center justify-center px-6 text-center">
			<h1 tabIndex={-1} className="font-display text-28 font-medium">
				Redirecting to {brand.name}
			</h1>
			<p className="mt-2 text-14 text-ink-2">
				If nothing happens,{" "}
				<SiteLink to={hubPath} className="text-accent underline underline-offset-4">
					go on yourself
				</SiteLink>
				.
			</p>
		</div>
	);
}
