import { Tags } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { useAddress } from "./use-address.ts";

/** Empty state: no mail in the scope. */
export function NothingFound({ scanning, onScan }: { scanning: boolean; onScan: () => void }) {
	const { category, sender, show } = useAddress();
	const narrowed = category !== null || sender !== null;
	return (
		<EmptyState
			icon={Tags}
			title="No Emails Found"
			description="No emails found in the selected date range. Try adjusting your scan settings."
			action={
				narrowed ? (
					<Button onClick={() => show({ category: null, sender: null, mailbox: null })}>Show all categories</Button>
				) : (
					<Button busy={scanning} onClick={onScan}>
						{scanning ? "Scanning..." : "Scan again"}
					</Button>
				)
			}
		/>
	);
}
