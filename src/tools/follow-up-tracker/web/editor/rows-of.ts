interface RecipientRow {
	email: string;
	fields: Record<string, string>;
}

/** Lengths that the API accepts. */
const MAX = { email: 1_000, name: 100, value: 2_000 };

/** Rows of a table as recipients: those without an address are left out, and every other column is a field. */
export function rowsOf(rows: readonly string[][], columns: readonly string[], emailColumn: number): RecipientRow[] {
	return rows.flatMap((cells) => {
		const email = (cells[emailColumn] ?? "").trim().slice(0, MAX.email);
		if (email === "") return [];
		const named = columns.flatMap((name, column) => {
			const value = (cells[column] ?? "").trim();
			return column === emailColumn || value === ""
				? []
				: [[name.slice(0, MAX.name), value.slice(0, MAX.value)] as const];
		});
		return [{ email, fields: Object.fromEntries(named) }];
	});
}
