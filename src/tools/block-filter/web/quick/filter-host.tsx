import { lazy, Suspense, useEffect, useState } from "react";
import { type FilterRequest, onNewFilter } from "#web/lib/passing/new-filter.ts";

const QuickFilterDialog = lazy(() => import("./quick-filter-dialog.tsx"));

/** Receives requests for a filter, and shows the dialog over every page. */
export default function FilterHost() {
	const [request, setRequest] = useState<{ serial: number; of: FilterRequest } | null>(null);
	const [isOpen, setOpen] = useState(false);
	useEffect(
		() =>
			onNewFilter((of) => {
				setRequest((before) => ({ serial: (before?.serial ?? 0) + 1, of }));
				setOpen(true);
			}),
		[],
	);
	if (request === null) return null;
	return (
		<Suspense>
			<QuickFilterDialog key={request.serial} request={request.of} open={isOpen} onClose={() => setOpen(false)} />
		</Suspense>
	);
}
