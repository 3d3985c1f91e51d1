import { MAX_CARDS } from "../../contract.ts";
import { MAX_VALUES } from "../../limits.ts";

/** What a vCard file may have. */
export interface VcardLimits {
	bytes: number;
	cards: number;
	lines: number;
	/** Phone numbers, and email addresses, of one card. */
	values: number;
}

/** Pictures take most of a file. */
export const VCARD_LIMITS: Readonly<VcardLimits> = {
	...{ bytes: 50_000_000, cards: MAX_CARDS, lines: 1_000_000 },
	values: MAX_VALUES,
};
