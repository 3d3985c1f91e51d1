import { contactParts, contactSorts } from "../../fields.ts";

const tabs = ["people", "organizations"] as const;
export type Tab = (typeof tabs)[number];

export type Part = (typeof contactParts)[number];
export type Sort = (typeof contactSorts)[number];

/** Search parameters; defaults are omitted. */
export interface Search {
	tab?: Tab;
	part?: Part;
	sort?: Sort;
	organization?: string;
	tag?: string;
	/** The open contact. */
	contact?: string;
}

/** The parameters that are valid. */
export function readSearchParams(raw: Record<string, unknown>): Search {
	const one = <T extends string>(values: readonly T[], value: unknown) =>
		values.slice(1).find((known) => known === value);
	const text = (value: unknown) => (typeof value === "string" && value !== "" ? value.slice(0, 300) : undefined);
	const found = { tab: one(tabs, raw.tab), part: one(contactParts, raw.part), sort: one(contactSorts, raw.sort) };
	const shown = { ...found, organization: text(raw.organization), tag: text(raw.tag), contact: text(raw.contact) };
	return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}
