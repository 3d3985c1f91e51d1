import type { ReactElement } from "react";
import { brand } from "#shared/brand.ts";
import { usePageTitle } from "#web/lib/screens/page-title.ts";
import { Button } from "#web/ui/button/button.tsx";
import { t } from "./base/text.ts";

/** Shown when a page fails to render. The details are for a bug report; they contain none of the user's mail. */
export function CrashPage({ error }: { error: unknown }): ReactElement {
	usePageTitle(t.crash.title);
	return (
		<div role="alert" className="flex min-h-[60dvh] flex-col items-center justify-center px-6 py-12 text-center">
			<h1 tabIndex={-1} className="font-display text-28 font-medium">
				{t.crash.title}
			</h1>
			<p className="mt-2 max-w-[48ch] text-14 text-balance text-ink-2">
				{isMissingPart(error) ? t.crash.partNotLoaded : t.crash.pageCrashed}
			</p>
			{/* Full loads, because the running app may be what is broken. */}
			<div className="mt-6 flex flex-wrap justify-center gap-2">
				<Button variant="primary" onClick={() => location.reload()}>
					{t.crash.reload}
				</Button>
				<Button onClick={() => location.assign("/inbox")}>{t.crash.goToInbox}</Button>
			</div>
			<details className="mt-8 max-w-full text-13 text-ink-2">
				<summary className="cursor-pointer">{t.crash.detailsBugReport}</summary>
				<pre className="mt-2 max-w-[80ch] overflow-x-auto rounded-2 bg-sunken px-3 py-2 text-left font-mono text-13 whitespace-pre-wrap wrap-anywhere">
					{brand.name}: {error instanceof Error ? error.message || error.name : String(error)}
				</pre>
			</details>
		</div>
	);
}

/** Chromium, Firefox and Safari word this error differently. */
function isMissingPart(error: unknown): boolean {
	return (
		error instanceof TypeError &&
		/dynamically imported module|Importing a module script failed|module script/i.test(error.message)
	);
}
