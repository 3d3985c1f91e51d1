import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { createClient } from "#shared/client.ts";
import type * as people from "#shared/contracts/people.ts";
import { peopleContract } from "#shared/contracts/people.ts?routes";
import { send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { personTerm, type Suggestion, suggestionsFor, typedTerm } from "./suggestions.ts";

const api = createClient<typeof people.peopleContract>(peopleContract, send);

/** Completions of what is being typed into the search. @param enabled the search has the focus */
export function useSuggestions(text: string, enabled: boolean): Suggestion[] {
	const term = typedTerm(text);
	const name = useDeferredValue(personTerm(term)?.name ?? "");
	const { data } = useQuery({
		queryKey: [...keys.mail, "people", name],
		queryFn: async ({ signal }) =>
			(await api.listPeople({ query: { q: name, automated: "true", limit: 4 } }, { signal })).items,
		enabled: enabled && name !== "",
		staleTime: 60_000,
		placeholderData: keepPreviousData,
	});
	if (!enabled) return [];
	// Those of the term before, until the next ones are there.
	const fits = ({ name: own, addresses }: { name: string; addresses: readonly string[] }) =>
		[own, ...addresses].some((one) => one.toLowerCase().includes(name.toLowerCase()));
	return suggestionsFor(term, name === "" ? [] : (data ?? []).filter(fits));
}
