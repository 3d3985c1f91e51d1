import type { ImportedCard } from "./import.ts";
import { readVcards } from "./read-vcard.ts";
import type { VcardLimits } from "./vcard-limits.ts";

/** Reads an uploaded vCard file. */
export default function task(raw: Buffer, limits: VcardLimits): ImportedCard[] {
	return readVcards(raw, limits);
}
