import { CloudOff } from "lucide-react";
import { useConnectionLost } from "#web/lib/api/events.ts";
import { t } from "../base/text.ts";

/** Shows while the server is unreachable: what is on the screen may be outdated. */
export function ConnectionNote() {
	const lost = useConnectionLost();
	return (
		<span role="status" className="flex shrink-0 items-center text-13 text-amber">
			{lost && (
				<span className="flex items-center gap-1.5 rounded-2 bg-amber-soft px-2 py-1">
					<CloudOff aria-hidden="true" size={15} />
					<span className="max-md:sr-only">{t.connection.noConnectionRetrying}</span>
				</span>
			)}
		</span>
	);
}
