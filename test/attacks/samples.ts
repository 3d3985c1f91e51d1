import type { z } from "zod";
import type { RouteSpec } from "#shared/contract.ts";
import { FORMATS, type JsonSchema, jsonSchemaOf } from "../json-schema.ts";

/** Requests made from the contracts alone, so that a new route is attacked without anybody thinking of it. */

/** Where a value is in an input, and what the contract says of it. */
export interface Leaf {
	path: (string | number)[];
	name: string;
	format: string | null;
}

export interface Sample {
	value: unknown;
	/** Its strings that may be anything: no constants and no choices. */
	leaves: Leaf[];
}

/** A value that the schema accepts in its form, with every optional property; handlers may still refuse what it says. */
export function sampleOf(schema: z.ZodType): Sample {
	const leaves: Leaf[] = [];
	return { value: make(jsonSchemaOf(schema), [], leaves), leaves };
}

function make(schema: JsonSchema, path: (string | number)[], leaves: Leaf[]): unknown {
	if (schema.const !== undefined) return schema.const;
	if (schema.enum !== undefined) return schema.enum[0];
	const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
	if (choice !== undefined) return make(choice, path, leaves);
	const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
	switch (type) {
		case "object":
			return Object.fromEntries(
				Object.entries(schema.properties ?? {}).map(([name, part]) => [name, make(part, [...path, name], leaves)]),
			);
		case "array":
			return typeof schema.items === "object" ? [make(schema.items, [...path, 0], leaves)] : [];
		case "number":
		case "integer":
			return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1);
		case "boolean":
			return schema.default ?? false;
		case "null":
			return null;
		default: {
			const name = String(path.findLast((part) => typeof part === "string") ?? "");
			leaves.push({ path, name, format: schema.format ?? null });
			return FORMATS[schema.format ?? ""] ?? "x".repeat(Math.max(1, schema.minLength ?? 1));
		}
	}
}

/** The value with another one at the path. */
export function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
	const copy = structuredClone(value);
	if (path.length === 0) return by;
	let at = copy as Record<string | number, unknown>;
	for (const part of path.slice(0, -1)) at = at[part] as Record<string | number, unknown>;
	at[path.at(-1) ?? ""] = by;
	return copy;
}

/** A request to a route as its contract describes it. */
export interface SampleRequest {
	path: string;
	init: RequestInit;
}

/** @param given values of path parameters; query and body as the contract's samples unless given */
export function requestOf(
	spec: RouteSpec,
	given: { params?: Record<string, string>; query?: unknown; body?: unknown } = {},
): SampleRequest {
	const {
		params = {},
		query = spec.query && sampleOf(spec.query).value,
		body = spec.body && sampleOf(spec.body).value,
	} = given;
	const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "0"));
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) search.set(name, String(value));
	const content = spec.bytes ? "From x" : body === undefined ? undefined : JSON.stringify(body);
	return {
		path: search.size === 0 ? path : `${path}?${search}`,
		init: {
			method: spec.method,
			...(content !== undefined && { body: content, headers: { "content-type": "application/json" } }),
		},
	};
}

/** Requests to a route that name things of a user, in its path and in every place of its query and body that may. */
export function* requestsNaming(
	spec: RouteSpec,
	ids: readonly string[],
	inputs: { json?: object } = {},
): Generator<SampleRequest> {
	const names = Object.keys(spec.params?.shape ?? {});
	const query = spec.query && sampleOf(spec.query);
	const body = spec.body && sampleOf(spec.body);
	for (const id of ids) {
		const params = Object.fromEntries(names.map((name) => [name, id]));
		if (names.length > 0) {
			yield requestOf(spec, { params });
			if (inputs.json !== undefined) yield requestOf(spec, { params, body: inputs.json });
		}
		for (const { path } of query?.leaves ?? [])
			yield requestOf(spec, { params, query: replaced(query?.value, path, id) });
		for (const { path, format } of body?.leaves ?? [])
			if (format === null || format === "uuid")
				yield requestOf(spec, { params, body: replaced(body?.value, path, id) });
	}
}
