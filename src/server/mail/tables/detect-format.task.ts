import { detectFormat, type GivenFormat, type TableFormat } from "./format.ts";
import type { TableLimits } from "./limits.ts";

export interface DetectInput {
	isWhole: boolean;
	given: GivenFormat;
	limits: TableLimits;
}

/** Detects how the file with this beginning is written. */
export default function task(head: Buffer, { isWhole, given, limits }: DetectInput): TableFormat {
	return detectFormat(head, { isWhole, given, limits });
}
