import { z } from "zod";

/**
 * The schema that answers are checked and stripped by: the structure of the contract's, without what only requests have
 * to keep to (lengths, ranges, formats, refinements). A stored value beyond a limit would otherwise make every list
 * fail that contains it.
 */
export function replySchemaOf(schema: z.ZodType): z.ZodType {
	// The classic schemas of zod, by the `type` of their definition.
	const { def } = schema._zod as unknown as { def: Definition };
	const inner = (one: z.ZodType): z.ZodType => replySchemaOf(one);
	const changed = (parts: Partial<Definition>): z.ZodType =>
		z.core.clone(schema, { ...def, checks: [], ...parts } as z.core.$ZodTypeDef) as z.ZodType;
	switch (def.type) {
		case "string":
			return def.coerce ? changed({}) : z.string();
		case "number":
			return def.coerce ? changed({}) : z.number();
		case "array":
			return changed({ element: inner(def.element) });
		case "object":
			return changed({
				shape: Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, inner(field)])),
			});
		case "union":
			return changed({ options: def.options.map(inner) });
		case "tuple":
			return changed({ items: def.items.map(inner), rest: def.rest && inner(def.rest) });
		case "record":
			return changed({ keyType: inner(def.keyType), valueType: inner(def.valueType) });
		case "optional":
		case "nullable":
		case "default":
		case "prefault":
		case "readonly":
		case "nonoptional":
		case "catch":
			return changed({ innerType: inner(def.innerType) });
		default:
			return schema;
	}
}

/** What is read of a schema's definition, whatever its type. */
interface Definition {
	type: string;
	checks: unknown[];
	coerce?: boolean;
	element: z.ZodType;
	shape: Record<string, z.ZodType>;
	options: z.ZodType[];
	items: z.ZodType[];
	rest: z.ZodType | null;
	keyType: z.ZodType;
	valueType: z.ZodType;
	innerType: z.ZodType;
}
