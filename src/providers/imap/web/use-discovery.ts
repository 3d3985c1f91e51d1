import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Discovered } from "#shared/contracts/accounts.ts";
import { api } from "#web/lib/api.ts";
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
	const [asked, setAsked] = useState<string | null>(null);
	const latest = useRef<string | null>(null);
	const lastFound = useRef<Discovered | null>(null);
	const { data, error, isFetching } = useQuery({ ...discoveryQuery(asked ?? ""), enabled: false });

	/** @returns null if the address is incomplete, was replaced meanwhile, or the request failed */
	const look = async (typed: string): Promise<Discovered | null> => {
		const email = typed.trim();
		if (domainOf(email) === null) return null;
		latest.current = email;
		setAsked(email);
		const found = await client.fetchQuery(discoveryQuery(email)).catch(() => null);
		if (latest.current !== email || found === null) return null;
		if (lastFound.current !== found) onFound(found);
		lastFound.current = found;
		return found;
	};
	const known = asked === null ? undefined : data;
	return { look, asked, looking: asked !== null && isFetching, found: known, error: known ? null : error };
}
