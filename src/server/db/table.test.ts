import { expect, it } from "vitest";
import { column } from "./column.ts";
import { insertInto, type RowOf, table } from "./table.ts";

const notes = table("notes", {
	ownerId: column.text(),
	id: column.uuid(),
	sendAt: column.timestamptz().nullable(),
	details: column.jsonb<{ a: number }>().nullable(),
	labels: column.textArray().withDefault(),
});

it("writes the lists of statements", () => {
	const some = notes.only("id", "sendAt");
	expect(some.select("n")).toBe('n.id, n.send_at as "sendAt"');
	expect(some.names()).toBe("id, send_at");
	expect(some.copy("excluded")).toBe("id = excluded.id, send_at = excluded.send_at");
	expect(some.definitions).toBe("id uuid, send_at timestamptz");
	expect(some.and(notes.only("id", "labels")).names()).toBe("id, send_at, labels");
	expect(notes.without("ownerId", "details", "labels").names()).toBe("id, send_at");
});

it("changes what is given, and knows null from undefined", () => {
	expect(notes.assign({ sendAt: null, details: { a: 1 }, labels: undefined }, 2)).toEqual({
		...{ set: "send_at = $3, details = $4", values: [null, '{"a":1}'] },
	});
});

it("inserts one row with placeholders, and many as JSON", () => {
	const row = { ownerId: "ada", id: "1", sendAt: null };
	expect(insertInto(notes, row, "returning id")).toEqual([
		"insert into notes (owner_id, id, send_at) values ($1, $2, $3) returning id",
		["ada", "1", null],
	]);
	const [text, values] = insertInto(notes, [row, { ...row, labels: ["x"] }]);
	expect(text.trim()).toBe(
		"insert into notes (owner_id, id, send_at, labels) select n.owner_id, n.id, n.send_at, n.labels " +
			"from json_to_recordset($1) as n (owner_id text, id uuid, send_at timestamptz, labels text[])",
	);
	expect(JSON.parse(String(values[0]))[1]).toEqual({ owner_id: "ada", id: "1", send_at: null, labels: ["x"] });
});

it("refuses to compile a column that does not exist", () => {
	// @ts-expect-error: no such column
	notes.only("sentAt");
	// @ts-expect-error: the owner has no default
	insertInto(notes, { id: "1" });
	// @ts-expect-error: a row has no such column
	const read = ({ sentAt }: RowOf<typeof notes>) => sentAt;
	expect(read).toBeTypeOf("function");
});
