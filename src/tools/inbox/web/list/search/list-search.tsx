import type { Ref } from "react";
import type { Address } from "../../base/search-params.ts";
import { useSearches } from "../../searches/use-searches.ts";
import { SearchBox } from "./search-box.tsx";

interface ListSearchProps {
	address: Address;
	input: Ref<HTMLInputElement>;
}

/** The search box of the list. What was searched for is remembered. */
export function ListSearch({ address, input }: ListSearchProps) {
	const { q, mode, sort, folder } = address.search;
	const searches = useSearches();
	return (
		<SearchBox
			q={q ?? ""}
			plain={mode === "plain"}
			input={input}
			onSearch={(next, plain) => {
				if (!plain) searches.remember(next);
				address.show({
					q: next,
					mode: plain ? "plain" : undefined,
					sort,
					folder: q === undefined ? undefined : folder,
				});
			}}
			onClear={() => address.show({ folder })}
		/>
	);
}
