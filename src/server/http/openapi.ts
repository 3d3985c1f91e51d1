import { z } from "zod";
import { brand } from "#shared/brand.ts";
import { problem, type RouteSpec, type StreamSpec } from "#shared/contract.ts";
import { CONTENT_TYPES } from "#shared/stream.ts";
import { authPaths } from "../identity/auth/api.ts";
import { scopesOf } from "../identity/auth/keys/scopes.ts";
import type { Content, JsonSchema, Operation, Parameter } from "../platform/http/api-operation.ts";
import type { MountedRoute } from "./mount.ts";

export interface OpenApi {
	openapi: "3.1.0";
	info: { title: string; version: string; summary: string; description: string };
	servers: { url: string }[];
	tags: { name: string }[];
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
}

const refusals: Record<string, string> = {
	400: "The input is not valid; `fields` says which fields",
	401: "Not signed in",
	403: "Requires the operator",
	404: "Not found, or owned by someone else",
};

/** Describes the routes as OpenAPI 3.1. @param config server URL and version */
export function describeApi(routes: readonly MountedRoute[], config: { baseUrl: string; version: string }): OpenApi {
	const paths: OpenApi["paths"] = structuredClone(authPaths);
	const tags = new Set(["sign-in"]);
	for (const { id, spec } of routes) {
		const tag = tagOf(spec.path);
		tags.add(tag);
		paths[spec.path] ??= {};
		Object.assign(paths[spec.path] ?? {}, { [spec.method.toLowerCase()]: operation(id, spec, tag) });
	}
	return {
		openapi: "3.1.0",
		info: {
			title: `${brand.name} API`,
			version: config.version,
			summary: brand.sentence,
			description:
				"The web app uses only this API. Errors are RFC 9457 problems with a stable `code`. Lists are paged with `cursor`. Long-running work returns 202 with a job.",
		},
		servers: [{ url: config.baseUrl }],
		tags: [...tags].map((name) => ({ name })),
		paths,
		components: {
			schemas: { Problem: jsonSchema(problem, "output") },
			securitySchemes: {
				session: {
					type: "apiKey",
					in: "cookie",
					name: `${config.baseUrl.startsWith("https:") ? "__Host-" : ""}${brand.slug}.session_token`,
					description: "The session cookie set at sign-in. Changes must also send the server's address as Origin.",
				},
				key: {
					type: "http",
					scheme: "bearer",
					description: "An API key from the settings, with the scope that the route requires.",
				},
			},
		},
	};
}

/** `/api/v1/accounts/{id}` belongs to `accounts`, `/healthz` to `system`. */
function tagOf(path: string): string {
	return /^\/api\/v1\/([^/]+)/.exec(path)?.[1] ?? "system";
}

function operation(id: string, spec: RouteSpec, tag: string): Operation {
	const parameters = [...parametersOf(spec.params, "path"), ...parametersOf(spec.query, "query")];
	const content = requestContent(spec);
	return {
		operationId: id,
		summary: spec.summary,
		tags: [tag],
		security: securityOf(spec),
		...(parameters.length > 0 && { parameters }),
		...(content && { requestBody: { required: spec.body !== undefined, content } }),
		responses: { ...success(spec), ...failures(spec) },
	};
}

function securityOf(spec: RouteSpec): Operation["security"] {
	if (spec.access === "public") return [];
	const scopes = scopesOf(spec);
	return scopes === null ? [{ session: [] }] : [{ session: [] }, { key: scopes }];
}

function parametersOf(schema: z.ZodObject | undefined, location: "path" | "query"): Parameter[] {
	if (schema === undefined) return [];
	const json = jsonSchema(schema, "input") as { properties?: Record<string, JsonSchema>; required?: string[] };
	return Object.entries(json.properties ?? {}).map(([name, property]) => ({
		name,
		in: location,
		required: location === "path" || (json.required ?? []).includes(name),
		schema: property,
	}));
}

function requestContent(spec: RouteSpec): Content | undefined {
	if (spec.body !== undefined) return { "application/json": { schema: jsonSchema(spec.body, "input") } };
	if (spec.bytes === true) return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
	return undefined;
}

function success(spec: RouteSpec): Operation["responses"] {
	if (spec.stream !== undefined) return { 200: streamed(spec.stream) };
	if (spec.raw !== undefined)
		return { 200: { description: "The bytes", content: { [spec.raw]: { schema: { type: "string" } } } } };
	if (spec.reply === undefined) return { 204: { description: "Done" } };
	const description = spec.status === 202 ? "Accepted" : spec.status === 201 ? "Created" : "OK";
	return {
		[spec.status ?? 200]: {
			description,
			content: { "application/json": { schema: jsonSchema(spec.reply, "output") } },
		},
	};
}

/** OpenAPI 3.1 describes one item of a stream; the description says how items are framed. */
function streamed({ format, chunk }: StreamSpec): Operation["responses"][string] {
	const schema = jsonSchema(chunk, "output");
	const error = { $ref: "#/components/schemas/Problem" };
	if (format === "events")
		return {
			description:
				"Server-sent events: the data of each `message` is one item; the last event is `end`, or `error` with a problem",
			content: { [CONTENT_TYPES.events]: { schema } },
		};
	const one = (name: string, property: JsonSchema): JsonSchema => ({
		type: "object",
		properties: { [name]: property },
		required: [name],
	});
	return {
		description: "One JSON object a line: `chunk` with an item; the last one is `end`, or `error` with a problem",
		content: {
			[CONTENT_TYPES.ndjson]: {
				schema: { anyOf: [one("chunk", schema), one("error", error), one("end", { const: true })] },
			},
		},
	};
}

function failures(spec: RouteSpec): Operation["responses"] {
	const statuses = [
		...(spec.params || spec.query || spec.body ? ["400"] : []),
		...(spec.access === "public" ? [] : ["401"]),
		...(spec.access === "operator" ? ["403"] : []),
		...(spec.params ? ["404"] : []),
	];
	const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
	const codes = spec.problems?.map((code) => `\`${code}\``).join(", ");
	const other = codes === undefined ? "Any other problem" : `Any other problem, among them ${codes}`;
	return {
		...Object.fromEntries(statuses.map((status) => [status, { description: refusals[status] ?? "", content }])),
		default: { description: other, content },
	};
}

/** Limits of requests, which answers need not keep to. */
const LIMITS = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern"] as const;

/** Converts a schema to JSON Schema 2020-12, which OpenAPI 3.1 uses. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, {
		...{ io, unrepresentable: "any", reused: "inline" },
		override({ jsonSchema: described }) {
			if (io === "output") for (const limit of LIMITS) delete described[limit];
		},
	});
	return rest;
}
