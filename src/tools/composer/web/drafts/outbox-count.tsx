import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#web/lib/base/format.ts";
import { outboxQuery } from "../base/api.ts";

/** Messages that have not left, for the rail; nothing while there are none. */
export default function OutboxCount() {
	const { data } = useQuery(outboxQuery);
	const count = (data?.waiting ?? 0) + (data?.attention ?? 0);
	return count > 0 ? formatNumber(count) : null;
}
