import { AppError } from "../../errors.ts";

/** Takes the place of a row that cannot be shown. It fits no contract, so that the reply leaves it out and says so. */
export class DamagedRow {
	readonly problem: string;

	constructor(cause: unknown) {
		this.problem = cause instanceof Error ? cause.message : String(cause);
	}
}

/**
 * Presents the rows of a list. One whose stored values cannot be read does not break the list: the reply leaves it out,
 * counts it in the header `damaged-rows`, and the log names it.
 */
export function presentRows<Row, Item>(
	rows: readonly Row[],
	present: (row: Row) => Item | Promise<Item>,
): Promise<Item[]> {
	return Promise.all(
		rows.map(async (row) => {
			try {
				return await present(row);
			} catch (cause) {
				if (isOther(cause)) throw cause;
				return new DamagedRow(cause) as Item;
			}
		}),
	);
}

/** It says nothing about the stored values: a refusal, or an error of the database. */
function isOther(cause: unknown): boolean {
	return cause instanceof AppError || (cause instanceof Error && "code" in cause);
}
