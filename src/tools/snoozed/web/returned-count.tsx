import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#web/lib/base/format.ts";
import { remindersQuery } from "./api.ts";
import { needsAttention } from "./returned.ts";

/** Conversations that came back, and messages that no one answered, for the rail; nothing while there are none. */
export default function ReturnedCount() {
	const { data = [] } = useQuery(remindersQuery);
	const count = data.filter(needsAttention).length;
	return count > 0 ? formatNumber(count) : null;
}
