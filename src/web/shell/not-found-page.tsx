import type { ReactElement } from "react";
import { usePageTitle } from "#web/lib/screens/page-title.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { t } from "./base/text.ts";

export function NotFoundPage(): ReactElement {
	usePageTitle(t.notFound.pageNotFound);
	return (
		<div className="flex min-h-[60dvh] flex-col items-center justify-center px-6 text-center">
			<h1 tabIndex={-1} className="font-display text-28 font-medium">
				{t.notFound.pageNotFound}
			</h1>
			<p className="mt-2 max-w-[44ch] text-14 text-ink-2">{t.notFound.description}</p>
			<div className="mt-6">
				<ButtonLink to="/" variant="primary">
					{t.notFound.goToHomepage}
				</ButtonLink>
			</div>
		</div>
	);
}
