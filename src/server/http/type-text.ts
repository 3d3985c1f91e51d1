import type { JsonSchema } from "../platform/http/api-operation.ts";

/** Formats a JSON Schema like a type: `{ id: string (uuid), total?: number }`. */
export function typeText(schema: JsonSchema, depth = 0): string {
	if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1) ?? "";
	if ("const" in schema) return JSON.stringify(schema.const);
	if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
	const options = schema.anyOf ?? schema.oneOf;
	if (Array.isArray(options))
		return [...new Set((options as JsonSchema[]).map((one) => typeText(one, depth)))].join(" | ");
	if (Array.isArray(schema.allOf)) return (schema.allOf as JsonSchema[]).map((one) => typeText(one, depth)).join(" & ");
	if (Array.isArray(schema.type))
		return schema.type.map((type) => typeText({ ...schema, type: type as string }, depth)).join(" | ");
	if (schema.type === "array") {
		const item = typeText((schema.items ?? {}) as JsonSchema, depth);
		return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
	}
	if (schema.type === "object") return objectText(schema, depth);
	return scalarText(schema);
}

function objectText(schema: JsonSchema, depth: number): string {
	const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
	if (properties.length === 0) {
		const values = schema.additionalProperties;
		return typeof values === "object" ? `{ [name]: ${typeText(values as JsonSchema, depth)} }` : "object";
	}
	const required = new Set((schema.required ?? []) as string[]);
	const pad = "  ".repeat(depth + 1);
	const lines = properties.map(
		([name, property]) => `${pad}${name}${required.has(name) ? "" : "?"}: ${typeText(property, depth + 1)}`,
	);
	return `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
}

function scalarText(schema: JsonSchema): string {
	if (schema.type === "null") return "null";
	const notes = [
		schema.format,
		typeof schema.minimum === "number" ? `from ${schema.minimum}` : undefined,
		typeof schema.maximum === "number" && schema.maximum < Number.MAX_SAFE_INTEGER
			? `up to ${schema.maximum}`
			: undefined,
		typeof schema.maxLength === "number" ? `at most ${schema.maxLength} characters` : undefined,
		"default" in schema ? `default ${JSON.stringify(schema.default)}` : undefined,
	].filter((note) => note !== undefined);
	const type = typeof schema.type === "string" ? schema.type : "any";
	return notes.length === 0 ? type : `${type} (${notes.join(", ")})`;
}
