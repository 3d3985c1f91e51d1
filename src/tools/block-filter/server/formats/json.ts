import { filterDraft } from "../../contract.ts";
import type { Rule } from "../rule.ts";

const FORMAT = "mailstead-filters";

/** Rules as JSON: complete, in order. */
export function writeJson(rules: readonly Rule[]): string {
	const filters = rules.map(({ id: _, accountId: __, ...rule }) => filterDraft.omit({ accountId: true }).parse(rule));
	return `${JSON.stringify({ format: FORMAT, version: 1, filters }, null, "\t")}\n`;
}
