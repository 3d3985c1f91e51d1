/** A column of a table: its type in PostgreSQL and in TypeScript, and whether an insert may leave it out. */
export interface Column<T, IsOptional extends boolean> {
	/** As PostgreSQL names it, such as `timestamptz`. */
	readonly type: string;
	readonly isNullable: boolean;
	/** It has a default, or may be null. */
	readonly isOptional: IsOptional;
	/** The column may be null. */
	nullable(): Column<T | null, true>;
	/** The database has a default for the column, which is not null. */
	withDefault(): Column<T, true>;
	/** What reading it returns: for the compiler alone. */
	readonly value?: T;
}

function columnOf<T, IsOptional extends boolean = false>(
	type: string,
	{ isNullable, isOptional }: { isNullable: boolean; isOptional: IsOptional },
): Column<T, IsOptional> {
	return {
		...{ type, isNullable, isOptional },
		nullable: () => columnOf<T | null, true>(type, { isNullable: true, isOptional: true }),
		withDefault: () => columnOf<T, true>(type, { isNullable, isOptional: true }),
	};
}

const required = <T>(type: string): Column<T, false> => columnOf<T>(type, { isNullable: false, isOptional: false });

/** Columns by their PostgreSQL type. They are not null and have no default unless `nullable` or `withDefault` says so. */
export const column = {
	text: <T extends string = string>() => required<T>("text"),
	uuid: () => required<string>("uuid"),
	boolean: () => required<boolean>("boolean"),
	smallint: <T extends number = number>() => required<T>("smallint"),
	integer: () => required<number>("integer"),
	/** Far below 2^53. */
	bigint: () => required<number>("bigint"),
	/** All 64 bits, in digits: written only. */
	bigintText: () => required<string>("bigint"),
	real: () => required<number>("real"),
	timestamptz: () => required<Date>("timestamptz"),
	bytea: () => required<Buffer>("bytea"),
	jsonb: <T>() => required<T>("jsonb"),
	textArray: <T extends string = string>() => required<T[]>("text[]"),
	uuidArray: () => required<string[]>("uuid[]"),
	smallintArray: () => required<number[]>("smallint[]"),
};
