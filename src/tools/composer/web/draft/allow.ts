import { toast } from "#web/ui/toast/toast.ts";
import { outgoing } from "../base/api.ts";
import { t } from "../base/text.ts";

/**
 * Removes whatever suppresses an address, and says what that was.
 * @returns tells of an address whether it was suppressed by that
 * @throws ApiError
 */
export async function allowAddress(address: string): Promise<(other: string) => boolean> {
	const { removed } = await outgoing.allowAddress({ body: { address } });
	toast({ title: t.recipients.allowed(removed.join(", ")), description: t.recipients.allowedDescription });
	return (other) => {
		const known = other.toLowerCase();
		return removed.some((target) => known === target || known.endsWith(`@${target}`) || known.endsWith(`.${target}`));
	};
}
