import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Discovered } from "#shared/contracts/accounts.ts";
import { api } from "#web/lib/api/api.ts";
import { domainOf } from "./connection-values.ts";

const discoveryQuery = (email: string) =>
	queryOptions({
		queryKey: ["mail-servers", email],
		queryFn: ({ signal }) => api.discoverImap({ body: { email } }, { signal }),
		staleTime: 10 * 60_000,
		retry: false,
	});

export type Discovery = ReturnType<typeof useDiscovery>;

/**
 * Discovers the servers of an address while the form is filled in.
 * @param onFound called with the result for the latest address, once per result
 */
export function useDiscovery(onFound: (found: Discovered) => void) {
	const client = useQueryClient();
	const [address, setAddress] = useState<string | null>(null);
	const latest = useRef<string | null>(null);
	const lastFound = useRef<Discovered | null>(null);
	const { data, error, isFetching } = useQuery({ ...discoveryQuery(address ?? ""), enabled: false });

	/** @returns null if the address is incomplete, was replaced meanwhile, or the request failed */
	const discover = async (typed: string): Promise<Discovered | null> => {
		const email = typed.trim();
		if (domainOf(email) === null) return null;
		latest.current = email;
		setAddress(email);
		const found = await client.fetchQuery(discoveryQuery(email)).catch(() => null);
		if (latest.current !== email || found === null) return null;
		if (lastFound.current !== found) onFound(found);
		lastFound.current = found;
		return found;
	};
	const known = address === null ? undefined : data;
	return {
		discover,
		address,
		isDiscovering: address !== null && isFetching,
		found: known,
		error: known ? null : error,
	};
}
