import { usePageTitle } from "#web/lib/page-title.ts";
import { ButtonLink } from "#web/ui/button.tsx";

export function NotFoundPage() {
	usePageTitle("Page Not Found");
	return (
		<div className="flex min-h-[60dvh] flex-col items-center justify-center px-6 text-center">
			<h1 tabIndex={-1} className="font-display text-28 font-medium">
				Page Not Found
			</h1>
			<p className="mt-2 max-w-[44ch] text-14 text-ink-2">
				Nothing lives at this address. It may have moved, or never been.
			</p>
			<div className="mt-6">
				<ButtonLink to="/" variant="primary">
					Go to Homepage
				</ButtonLink>
			</div>
		</div>
	);
}
