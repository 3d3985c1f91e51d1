import { setTheme, useTheme } from "#web/lib/settings/theme.ts";
import ConfirmHost from "#web/ui/overlay/confirm-host.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { ToastHost } from "#web/ui/toast/toast-host.tsx";
import { ActionParts } from "./action-parts.tsx";
import { ChartExtremes } from "./chart-extremes.tsx";
import { ChartParts } from "./chart-parts.tsx";
import { FeedbackParts } from "./feedback-parts.tsx";
import { FormParts } from "./form-parts.tsx";
import { LayoutParts } from "./layout-parts.tsx";
import { ListParts } from "./list-parts.tsx";
import { TaskParts } from "./task-parts.tsx";

const themes = [
	{ value: "light", label: "Light" },
	{ value: "dark", label: "Dark" },
	{ value: "system", label: "System" },
] as const;

/** Every component of the kit in every state. */
export function GalleryPage() {
	return (
		<>
			<main id="main" className="mx-auto max-w-[1184px] min-w-0 px-4 py-8 md:px-8">
				<header className="flex flex-wrap items-center justify-between gap-4 pb-6">
					<div>
						<h1 className="font-display text-28 font-medium">Components</h1>
						<p className="text-14 text-ink-2">Every part in every state.</p>
					</div>
					<Tabs label="Theme" tabs={themes} value={useTheme()} onChange={setTheme} />
				</header>
				<ActionParts />
				<FormParts />
				<LayoutParts />
				<FeedbackParts />
				<ListParts />
				<ChartParts />
				<ChartExtremes />
				<TaskParts />
			</main>
			<ToastHost />
			<ConfirmHost />
		</>
	);
}
