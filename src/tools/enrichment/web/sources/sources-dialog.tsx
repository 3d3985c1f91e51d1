import { Button } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { publicSourceIds } from "../../fields.ts";
import { t } from "../base/text.ts";
import { PaidSources } from "./paid-sources.tsx";
import { useChangeSources, useSources } from "./use-sources.ts";

/** Which public and paid sources are asked, and what each learns. */
export function SourcesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const query = useSources();
	const change = useChangeSources();
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t.sources.title}
			description={t.sources.description}
			actions={
				<Button variant="primary" onClick={onClose}>
					{t.sources.done}
				</Button>
			}
		>
			<QueryView query={query} errorTitle={t.sources.couldntLoad}>
				{(chosen) => (
					<>
						<ul className="flex flex-col divide-y divide-line border-y border-line">
							{publicSourceIds.map((id) => (
								<li key={id} className="py-3">
									<Switch
										label={t.result.sources[id]}
										hint={t.sources.learns[id]}
										checked={chosen.publicSources.includes(id)}
										disabled={change.isPending}
										onChange={(on) =>
											change.mutate({
												publicSources: publicSourceIds.filter((one) =>
													one === id ? on : chosen.publicSources.includes(one),
												),
											})
										}
									/>
								</li>
							))}
						</ul>
						<PaidSources chosen={chosen} />
					</>
				)}
			</QueryView>
		</Dialog>
	);
}
