import type { z } from "zod";

/** `least`: lists are empty, optional values absent, nullable ones null. `most`: the opposite, with two of each list. */
export type Amount = "least" | "most";

/** What generating needs of a schema of Zod 4: its definition, and what its checks ask for. */
interface Internals {
	def: Record<string, unknown> & { type: string };
	bag: { minimum?: number; format?: string | undefined; patterns?: Set<RegExp> };
	values?: Set<unknown>;
}

/** A day within the demo's time, and a time of it. */
const DAY = "2026-05-28";
const TIME = `${DAY}T09:30:00.000Z`;

/** Samples of formats; Zod calls a date with time "datetime". */
const FORMATS: Record<string, string> = {
	uuid: "0190f5a0-0000-7000-8000-000000000001",
	guid: "0190f5a0-0000-7000-8000-000000000001",
	email: "robin@example.org",
	url: "https://example.org/page",
	datetime: TIME,
	date: DAY,
};

/** What strings without a format are in the contracts, by the end of their name. */
const NAMES: readonly (readonly [RegExp, string])[] = [
	[/(At|^at|since|until|before|^from|^due|expires|date|timestamp|lastAnalyzed|lastSent|(old|new)est_email)$/i, TIME],
	[/((^d|D)ay|^start|^end)$/, DAY],
	[/(email|address|^to)$/i, "robin@example.org"],
	[/(url|href|link)$/i, "https://example.org/page"],
	[/domain$/i, "example.org"],
	[/zone$/i, "UTC"],
	[/(^i|I)ds?$/, "0190f5a0-0000-7000-8000-000000000001"],
	[/(logo|icon|image|picture)$/i, "/icon.svg"],
	[/html$/i, "<p>Sample</p>"],
];

/** Where a value is. */
interface Place {
	amount: Amount;
	/** Says what a string is that has no format. */
	name: string;
	/** In its list: rows differ. */
	row: number;
}

/**
 * A value that a contract's schema allows.
 * @throws Error for a schema whose values cannot be generated, such as a pattern
 */
export function sampleOf(schema: z.ZodType, amount: Amount): unknown {
	return sample(schema, { amount, name: "", row: 0 });
}

function sample(schema: z.ZodType, place: Place): unknown {
	const { amount, name, row } = place;
	const { def, bag, values } = (schema as unknown as { _zod: Internals })._zod;
	const inner = () => sample(def.innerType as z.ZodType, place);
	switch (def.type) {
		case "string":
			return text({ ...bag, format: (def.format as string | undefined) ?? bag.format }, place);
		case "number":
			return Math.max(bag.minimum ?? 0, amount === "most" ? 1 : 0);
		case "boolean":
			return amount === "most";
		case "date":
			return new Date(TIME);
		case "null":
			return null;
		case "literal":
		case "enum":
			return [...(values ?? [])][row % (values?.size ?? 1)];
		case "array":
			return Array.from({ length: Math.max(bag.minimum ?? 0, amount === "most" ? 2 : 0) }, (_, index) =>
				sample(def.element as z.ZodType, { amount, name: name.replace(/s$/, ""), row: index }),
			);
		case "object":
			return Object.fromEntries(
				Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([key, value]) => {
					const made = sample(value, { ...place, name: key });
					return made === undefined ? [] : [[key, made]];
				}),
			);
		case "optional":
			return amount === "most" ? inner() : undefined;
		case "nullable":
			// There is no next page.
			return amount === "most" && !/cursor$/i.test(name) ? inner() : null;
		case "default":
		case "prefault":
		case "nonoptional":
		case "readonly":
		case "catch":
			return inner();
		case "union":
			return sample((def.options as z.ZodType[])[0] as z.ZodType, place);
		case "tuple":
			return (def.items as z.ZodType[]).map((item) => sample(item, place));
		case "record":
			return record(def as unknown as RecordDefinition, place);
		case "lazy":
			return sample((def.getter as () => z.ZodType)(), { ...place, amount: "least" });
		case "pipe":
			return sample(def.in as z.ZodType, place);
		case "intersection":
			return Object.assign({}, sample(def.left as z.ZodType, place), sample(def.right as z.ZodType, place));
		case "unknown":
		case "any":
			return null;
		default:
			throw new Error(`There is no sample of ${def.type} (${name})`);
	}
}

interface RecordDefinition {
	keyType: z.ZodType;
	valueType: z.ZodType;
}

/** Every key of an enumeration; no key of any other type. */
function record({ keyType, valueType }: RecordDefinition, place: Place): Record<string, unknown> {
	const { values = new Set() } = (keyType as unknown as { _zod: Internals })._zod;
	return Object.fromEntries(
		[...values].map((key) => [String(key), sample(valueType, { ...place, name: String(key) })]),
	);
}

function text({ minimum = 0, format, patterns }: Internals["bag"], { name, row }: Place): string {
	const known = FORMATS[format ?? ""] ?? NAMES.find(([pattern]) => pattern.test(name))?.[1];
	const made = known === undefined ? `Sample ${name}${row === 0 ? "" : ` ${row + 1}`}`.trim() : inRow(known, row);
	if (format === undefined && patterns !== undefined && ![...patterns].every((pattern) => pattern.test(made)))
		throw new Error(`There is no sample of the pattern ${[...patterns].join(", ")} (${name})`);
	return made.padEnd(minimum, ".");
}

/** Ids and addresses of the rows of a list differ. */
function inRow(known: string, row: number): string {
	if (row === 0) return known;
	return known.replace(/1$/, String(row + 1)).replace("robin@", `robin${row + 1}@`);
}
