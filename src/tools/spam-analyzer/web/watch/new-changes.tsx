import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#web/lib/base/format.ts";
import { analyzer, analyzerKeys } from "../base/api.ts";

const FIVE_MINUTES_MS = 5 * 60_000;

/** Changes of watched domains that the user has not seen, for the rail; nothing while there are none. */
export default function NewChanges() {
	const { data } = useQuery({
		queryKey: analyzerKeys.newChanges,
		queryFn: ({ signal }) => analyzer.countDomainChanges({}, { signal }),
		refetchInterval: FIVE_MINUTES_MS,
		staleTime: FIVE_MINUTES_MS,
	});
	return data && data.count > 0 ? formatNumber(data.count) : null;
}
