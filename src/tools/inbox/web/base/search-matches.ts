import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { parseQuery, type Query } from "#shared/search/query.ts";
import type { InboxSearch } from "./search-params.ts";

/** Texts that a search looks for anywhere in an email, in its subject or its sender; not those that it excludes. */
function textsOf(query: Query): string[] {
	if (query.kind === "text") return query.text.trim() === "" ? [] : [query.text.trim()];
	return query.kind === "and" || query.kind === "or" ? query.parts.flatMap(textsOf) : [];
}

/** Finds what a search matched, at the start of words; null: nothing to mark. */
export function matchesOf(q: string | undefined): RegExp | null {
	if (q === undefined) return null;
	try {
		const texts = textsOf(parseQuery(q)).sort((a, b) => b.length - a.length);
		if (texts.length === 0) return null;
		const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\s+/g, "\\s+"));
		return new RegExp(String.raw`((?<![\p{L}\p{N}])(?:${escaped.join("|")}))`, "giu");
	} catch {
		// The list reports a search that cannot be read.
		return null;
	}
}

/** What the search in the address finds, to be marked; null: nothing. */
export function useSearchMatches(): RegExp | null {
	const { q } = useSearch({ strict: false }) as InboxSearch;
	return useMemo(() => matchesOf(q), [q]);
}
