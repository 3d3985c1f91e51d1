import { testLinear } from "#shared/testing/linear-time.ts";
import { ruleOf } from "./filters/read-filter.ts";

const SEARCH = ['"', "(", ")", "{", "}", "-", " ", " OR ", "|", "from:", "a", "@", ".", "*", "_", "list:", "\u0315"];
const action = { addLabelIds: [], removeLabelIds: ["INBOX"] };

testLinear(
	(["from", "to", "subject", "query", "negatedQuery"] as const).map((field) => ({
		name: `filters by ${field}`,
		run: (text: string) => ruleOf({ id: "1", criteria: { [field]: text }, action }, () => undefined),
		alphabet: SEARCH,
	})),
);
