import type { ServerWait } from "#shared/contracts/accounts.ts";
import { formatMoment } from "../base/format.ts";
import { t } from "../base/text.ts";

/** Says for which mail server changes wait, and since when. */
export function ServerWaitNote({ wait: { server, since, changes } }: { wait: ServerWait }) {
	return (
		<p role="status" className="text-12 break-words text-ink-2">
			{t.mailbox.waiting(server, formatMoment(since), changes)}
		</p>
	);
}
