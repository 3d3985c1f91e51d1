import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Contract } from "#shared/contract.ts";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { eventsContract } from "#shared/contracts/events.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { systemContract } from "#shared/contracts/system.ts";
import { type AppUnderTest, openApp } from "#test/http/app.ts";
import type { JsonSchema, Operation } from "../platform/http/api-operation.ts";
import { apiPage } from "./api-page.ts";
import { type MountedRoute, routesOf } from "./mount.ts";
import { describeApi, type OpenApi } from "./openapi.ts";

const contracts: Contract[] = [
	...[accountsContract, uploadsContract, emailsContract, eventsContract, jobsContract, plansContract, systemContract],
];
const unanswered = () => Promise.reject(new Error("only described here"));
const routes: MountedRoute[] = routesOf(
	contracts.map((contract) => ({
		contract,
		handlers: Object.fromEntries(Object.keys(contract).map((id) => [id, unanswered])),
	})),
);
const api = describeApi(routes, { baseUrl: "http://localhost:3000", version: "1.2.3" });

let site: AppUnderTest;
beforeAll(async () => {
	site = await openApp();
});
afterAll(() => site.close());

function operations(of: OpenApi): [path: string, method: string, operation: Operation][] {
	return Object.entries(of.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]): [string, string, Operation] => [path, method, operation]),
	);
}

const types = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/** Checks the keywords that JSON Schema 2020-12 defines and our contracts use. */
function expectSchema(schema: JsonSchema, where: string): void {
	expect(typeof schema, where).toBe("object");
	expect(schema).not.toHaveProperty("$schema");
	for (const type of [schema.type ?? []].flat()) expect(types, where).toContain(type);
	if (schema.$ref !== undefined) expect(schema.$ref, where).toBe("#/components/schemas/Problem");
	if (schema.required !== undefined)
		for (const name of schema.required as string[]) expect(schema.properties, where).toHaveProperty([name]);
	for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>))
		expectSchema(property, `${where}.${name}`);
	for (const list of ["anyOf", "oneOf", "allOf"])
		for (const [index, one] of ((schema[list] ?? []) as JsonSchema[]).entries())
			expectSchema(one, `${where}.${list}[${index}]`);
	if (schema.items !== undefined) expectSchema(schema.items as JsonSchema, `${where}[]`);
}

describe("the API description", () => {
	it("has every route under its own name", () => {
		const described = operations(api).map(([path, method, { operationId }]) => `${operationId} ${method} ${path}`);
		for (const contract of contracts)
			for (const [id, spec] of Object.entries(contract))
				expect(described).toContain(`${id} ${spec.method.toLowerCase()} ${spec.path}`);
		const ids = operations(api).map(([, , { operationId }]) => operationId);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it("is OpenAPI 3.1", () => {
		expect(api.openapi).toMatch(/^3\.1\.\d+$/);
		expect(Object.keys(api).sort()).toEqual(["components", "info", "openapi", "paths", "servers", "tags"]);
		expect(api.info).toMatchObject({ title: expect.any(String), version: "1.2.3" });
		for (const [path, method, operation] of operations(api)) {
			const where = `${method} ${path}`;
			expect(path, where).toMatch(/^\//);
			expect(["get", "post", "put", "patch", "delete"], where).toContain(method);
			const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			const parameters = operation.parameters ?? [];
			expect(
				parameters.filter((one) => one.in === "path").map((one) => one.name),
				where,
			).toEqual(inPath);
			for (const parameter of parameters) {
				if (parameter.in === "path") expect(parameter.required, where).toBe(true);
				expectSchema(parameter.schema, `${where} ${parameter.name}`);
			}
			expect(
				Object.keys(operation.responses).every((status) => /^(\d{3}|default)$/.test(status)),
				where,
			).toBe(true);
			expect(
				Object.keys(operation.responses).some((status) => status.startsWith("2")),
				where,
			).toBe(true);
			for (const scheme of operation.security)
				for (const name of Object.keys(scheme)) expect(api.components.securitySchemes, where).toHaveProperty(name);
			const contents = [
				operation.requestBody?.content,
				...Object.values(operation.responses).map((one) => one.content),
			];
			for (const content of contents)
				for (const { schema } of Object.values(content ?? {})) expectSchema(schema, where);
			for (const response of Object.values(operation.responses)) expect(response.description, where).not.toBe("");
		}
	});

	it("describes access, input and errors", () => {
		expect(api.paths["/healthz"]?.get?.security).toEqual([]);
		const list = api.paths["/api/v1/emails"]?.get;
		expect(list?.security).toEqual([{ session: [] }, { key: ["mail:read"] }]);
		expect(list?.parameters?.find((one) => one.name === "limit")).toMatchObject({
			in: "query",
			required: false,
			schema: { type: "integer", minimum: 1, maximum: 200, default: 50 },
		});
		expect(list?.responses.default?.description).toContain("bad-query");
		expect(list?.responses[401]?.content).toHaveProperty(["application/problem+json"]);
		expect(api.paths["/api/v1/plans"]?.post?.requestBody?.content).toHaveProperty(["application/json"]);
		expect(api.paths["/api/v1/accounts/mbox"]?.post?.responses).toHaveProperty("202");
	});

	it("is served as JSON and as a page", async () => {
		const served = (await (await site.request("/api/openapi.json")).json()) as OpenApi;
		expect(served.paths).toHaveProperty(["/api/v1/security-check"]);
		const reply = await site.request("/api/docs");
		expect(reply.headers.get("content-type")).toMatch(/^text\/html/);
		expect(await reply.text()).toContain("securityCheck");
	});

	it("renders a page without scripts that lists every route", async () => {
		const page = String(await apiPage(api, { text: "/assets/sans.woff2", titles: null }));
		expect(page).not.toMatch(/<script|https?:\/\/|\son\w+=/i);
		for (const [path, , { operationId }] of operations(api)) {
			expect(page).toContain(`id="${operationId}"`);
			expect(page).toContain(`<code>${path}</code>`);
		}
		expect(page).toContain('url("/assets/sans.woff2")');
		expect(page).not.toMatch(/undefined|\[object/);
	});
});
