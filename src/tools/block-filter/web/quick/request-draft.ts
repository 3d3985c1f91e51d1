import type { Query } from "#shared/search/query.ts";
import type { FilterRequest } from "#web/lib/passing/new-filter.ts";
import { fromQuery, readSearch } from "../../from-query.ts";
import { t } from "../base/text.ts";
import { asGroup, type Draft, newDraft } from "../form/draft.ts";
import type { Scope } from "../form/scope.ts";

/** What a filter from a request may match: one of them is chosen. */
export interface Choice {
	id: "sender" | "domain" | "list" | "search";
	label: string;
	/** The condition's part of a draft. */
	match: Pick<Draft, "ruleType" | "ruleValue" | "conditions">;
}

/** The narrowest first. @throws UnsupportedRule for a malformed search and for one that filters cannot express, in a sentence */
export function choicesOf(request: FilterRequest): Choice[] {
	const { conditions: nothing } = newDraft();
	if ("search" in request) {
		const conditions = asGroup(fromQuery(withoutFolders(readSearch(request.search))));
		return [{ id: "search", label: request.search, match: { ruleType: "advanced", ruleValue: "", conditions } }];
	}
	const { senderEmail, list } = request;
	const domain = senderEmail.slice(senderEmail.lastIndexOf("@") + 1);
	const choices: Choice[] = [
		{
			id: "sender",
			label: t.quick.fromSender(senderEmail),
			match: { ruleType: "sender", ruleValue: senderEmail, conditions: nothing },
		},
		{
			id: "domain",
			label: t.quick.fromDomain(domain),
			match: { ruleType: "domain", ruleValue: domain, conditions: nothing },
		},
	];
	if (list !== null)
		choices.push({
			id: "list",
			label: t.quick.fromList(list.name),
			match: {
				ruleType: "advanced",
				ruleValue: "",
				conditions: asGroup({ kind: "list", value: list.key, not: false }),
			},
		});
	return choices;
}

/** The draft for a choice, with a name that says what the filter does. */
export function quickDraft(choice: Choice, scope: Scope, rest: Partial<Draft>): Draft {
	const draft = { ...newDraft(), ...choice.match, ...rest, scope };
	return { ...draft, name: t.quick.name(draft.action, choice.label).slice(0, 200) };
}

/** New mail arrives in the inbox: the folders that were searched do not matter. */
function withoutFolders(query: Query): Query {
	const isFolder = (part: Query): boolean => part.kind === "in" || (part.kind === "not" && part.part.kind === "in");
	if (isFolder(query)) return { kind: "and", parts: [] };
	if (query.kind !== "and") return query;
	const parts = query.parts.filter((part) => !isFolder(part));
	const [only] = parts;
	return parts.length === 1 && only !== undefined ? only : { kind: "and", parts };
}
