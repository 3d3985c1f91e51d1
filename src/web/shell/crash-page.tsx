import type { ErrorComponentProps } from "@tanstack/react-router";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Button } from "#web/ui/button.tsx";

/** Shown when a page fails to render. The reason is for a bug report; nothing of the person's mail is in it. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
	usePageTitle("Unexpected Application Error!");
	const missing = isMissingPart(error);
	return (
		<div role="alert" className="flex min-h-[60dvh] flex-col items-center justify-center px-6 text-center">
			<h1 tabIndex={-1} className="font-display text-28 font-medium">
				Unexpected Application Error!
			</h1>
			<p className="mt-2 max-w-[52ch] text-14 text-ink-2">
				{missing
					? "A part of this page could not be loaded: the server is out of reach, or there is a newer version. Your mail is not affected."
					: "This page could not be shown. Your mail is not affected. Try again; if it stays, please report the line below."}
			</p>
			<pre className="mt-4 max-w-full overflow-x-auto rounded-2 bg-sunken px-3 py-2 text-left font-mono text-13 whitespace-pre-wrap text-ink-2">
				{error instanceof Error ? error.message || error.name : String(error)}
			</pre>
			<div className="mt-6 flex gap-2">
				{/* What failed to load once is not asked for again by the running app. */}
				<Button variant="primary" onClick={missing ? () => location.reload() : reset}>
					Try again
				</Button>
				{/* A full load, because the running app may be what is broken. */}
				<Button onClick={() => location.assign("/")}>Go to Homepage</Button>
			</div>
		</div>
	);
}

/** Chromium, Firefox and Safari each say it in their own words. */
function isMissingPart(error: unknown): boolean {
	return (
		error instanceof TypeError &&
		/dynamically imported module|Importing a module script failed|module script/i.test(error.message)
	);
}
