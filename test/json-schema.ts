import { z } from "zod";

/** What samples are made of: the part of JSON Schema that Zod writes. */
export interface JsonSchema {
	type?: string | string[];
	format?: string;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	anyOf?: JsonSchema[];
	oneOf?: JsonSchema[];
	allOf?: JsonSchema[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema | boolean;
	prefixItems?: JsonSchema[];
	minItems?: number;
	propertyNames?: JsonSchema;
	additionalProperties?: JsonSchema | boolean;
	$ref?: string;
	$defs?: Record<string, JsonSchema>;
	minimum?: number;
	exclusiveMinimum?: number;
	minLength?: number;
}

/** A contract's schema, of what it takes. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
	return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** A value of each format. */
export const FORMATS: Record<string, string> = {
	uuid: "01a1f767-c935-77a0-bb9e-6bd6c560a3af",
	email: "carl@example.org",
	uri: "https://example.org/",
	date: "2026-01-05",
	"date-time": "2026-01-05T10:00:00Z",
};
