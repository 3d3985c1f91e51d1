import { MAX_CARDS } from "../../contract.ts";

/** What a vCard file may have. */
export interface VcardLimits {
	bytes: number;
	cards: number;
	lines: number;
}

/** Pictures take most of a file. */
export const VCARD_LIMITS: Readonly<VcardLimits> = { bytes: 50_000_000, cards: MAX_CARDS, lines: 1_000_000 };
