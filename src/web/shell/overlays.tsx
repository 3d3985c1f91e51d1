import { type ComponentType, lazy, Suspense } from "react";
import type { ToolScreens } from "#web/lib/screens/screens.ts";
import { tools } from "#web/registry.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";

const installed: readonly ToolScreens[] = tools;
const overlays = installed.flatMap(({ manifest, loadOverlay }) =>
	loadOverlay ? [{ id: manifest.id, Overlay: lazy(loadOverlay as () => Promise<{ default: ComponentType }>) }] : [],
);

/** What tools show over every page. */
export default function Overlays() {
	return overlays.map(({ id, Overlay }) => (
		<ErrorBoundary key={id} fallback={() => null}>
			<Suspense>
				<Overlay />
			</Suspense>
		</ErrorBoundary>
	));
}
