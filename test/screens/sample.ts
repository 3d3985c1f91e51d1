import type { z } from "zod";
import { FORMATS, type JsonSchema, jsonSchemaOf } from "../json-schema.ts";

/** `least`: lists are empty, optional values absent, nullable ones null. `most`: the opposite, with two of each list. */
export type Amount = "least" | "most";

/** What strings without a format are in the contracts, by their name. */
const NAMES: readonly (readonly [RegExp, string | undefined])[] = [
	[
		/(At|^at|since|until|before|^from|^due|expires|date|timestamp|lastAnalyzed|lastSent|(old|new)est_email)$/i,
		FORMATS["date-time"],
	],
	[/((^d|D)ay|^start|^end)$/, FORMATS.date],
	[/(email|address|^to)$/i, FORMATS.email],
	[/(url|href|link)$/i, FORMATS.uri],
	[/domain$/i, "example.org"],
	[/zone$/i, "UTC"],
	[/(^i|I)ds?$/, FORMATS.uuid],
	[/(logo|icon|image|picture)$/i, "/icon.svg"],
	[/html$/i, "<p>Sample</p>"],
];

/** Where a value is. */
interface Place {
	/** The whole schema, which others refer to. */
	root: JsonSchema;
	amount: Amount;
	/** Says what a string is that has no format. */
	name: string;
	/** In its list: rows differ. */
	row: number;
}

/** A value that a contract's schema accepts. */
export function sampleOf(schema: z.ZodType, amount: Amount): unknown {
	const root = jsonSchemaOf(schema);
	return sample(root, { root, amount, name: "", row: 0 });
}

function sample(schema: JsonSchema, place: Place): unknown {
	const { root, amount, name, row } = place;
	if (schema.$ref !== undefined) {
		const target = schema.$ref === "#" ? root : root.$defs?.[schema.$ref.replace("#/$defs/", "")];
		// What contains itself ends here.
		return sample(target ?? {}, { ...place, amount: "least" });
	}
	if (schema.const !== undefined) return schema.const;
	if (schema.enum !== undefined) return schema.enum[row % schema.enum.length];
	if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((part) => sample(part, place)));
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices !== undefined) {
		const isNullable = choices.some(({ type }) => type === "null");
		// There is no next page.
		if (isNullable && (amount === "least" || /cursor$/i.test(name))) return null;
		return sample(choices.find(({ type }) => type !== "null") ?? {}, place);
	}
	switch (schema.type) {
		case "string":
			return text(schema, place);
		case "number":
		case "integer":
			return Math.max(schema.minimum ?? 0, amount === "most" ? 1 : 0);
		case "boolean":
			return amount === "most";
		case "array":
			return list(schema, place);
		case "object":
			return record(schema, place);
		default:
			return null;
	}
}

function list({ items, prefixItems, minItems = 0 }: JsonSchema, place: Place): unknown[] {
	if (prefixItems !== undefined) return prefixItems.map((item) => sample(item, place));
	if (typeof items !== "object") return [];
	const name = place.name.replace(/s$/, "");
	return Array.from({ length: Math.max(minItems, place.amount === "most" ? 2 : 0) }, (_, row) =>
		sample(items, { ...place, name, row }),
	);
}

function record(schema: JsonSchema, place: Place): Record<string, unknown> {
	const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
	const named = Object.entries(properties).filter(([name]) => place.amount === "most" || required.includes(name));
	const keys = typeof additionalProperties === "object" ? (propertyNames?.enum ?? []) : [];
	return Object.fromEntries([
		...named.map(([name, value]) => [name, sample(value, { ...place, name })]),
		...keys.map((key) => [key, sample(additionalProperties as JsonSchema, { ...place, name: String(key) })]),
	]);
}

function text({ format, minLength = 0 }: JsonSchema, { name, row }: Place): string {
	const known = FORMATS[format ?? ""] ?? NAMES.find(([pattern]) => pattern.test(name))?.[1];
	const made = known === undefined ? `Sample ${name}${row === 0 ? "" : ` ${row + 1}`}`.trim() : inRow(known, row);
	return made.padEnd(minLength, ".");
}

/** Ids and addresses of the rows of a list differ. */
function inRow(known: string, row: number): string {
	if (known === FORMATS.uuid) return `${known.slice(0, -1)}${row}`;
	return row === 0 || known !== FORMATS.email ? known : `${row + 1}.${known}`;
}
