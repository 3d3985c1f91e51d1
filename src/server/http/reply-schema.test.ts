import { expect, it } from "vitest";
import { z } from "zod";
import type { Contract } from "#shared/contract.ts";
import { replySchemaOf } from "./reply-schema.ts";

const files = {
	...import.meta.glob<Record<string, unknown>>("../../shared/contracts/*.ts", { eager: true }),
	...import.meta.glob<Record<string, unknown>>("../../tools/*/contract.ts", { eager: true }),
};

const person = z.object({ name: z.string().max(3), email: z.email().max(10) });
const reply = z.object({
	id: z.uuid(),
	at: z.iso.datetime(),
	people: z.array(person).min(1).max(2),
	pair: z.tuple([z.string().max(1), z.int().max(1)]),
	counts: z.record(z.string().max(1), z.number().int().max(1)),
	note: z.string().trim().max(1).nullable(),
	more: z.string().max(1).optional(),
	shape: z.discriminatedUnion("type", [
		z.object({ type: z.literal("round"), size: z.number().positive() }),
		z.object({ type: z.literal("named"), name: z.string().max(1) }),
	]),
	either: z.union([z.string().max(1), z.number().max(1)]),
});
const stored = {
	id: "not an id",
	at: "yesterday",
	people: [1, 2, 3].map((n) => ({ name: `Person ${n}`, email: "no address at all" })),
	pair: ["long", 2.5],
	counts: { long: 7.5 },
	note: "  long  ",
	more: "long",
	shape: { type: "named" as const, name: "long" },
	either: "long",
};

it("takes what is beyond the limits of requests", () => {
	expect(reply.safeParse(stored).success).toBe(false);
	expect(replySchemaOf(reply).parse(stored)).toEqual(stored);
});

it("still strips what the contract does not name, and rejects another structure", () => {
	const schema = replySchemaOf(reply);
	const people = [{ ...stored.people[0], secret: "x" }];
	const shape = { type: "round", size: -1, secret: "x" };
	expect(schema.parse({ ...stored, people, shape, secret: "x" })).toEqual({
		...stored,
		people: [stored.people[0]],
		shape: { type: "round", size: -1 },
	});
	expect(schema.safeParse({ ...stored, people: null }).success).toBe(false);
	expect(schema.safeParse({ ...stored, note: 7 }).success).toBe(false);
	expect(schema.safeParse({ ...stored, shape: { type: "other" } }).success).toBe(false);
});

it("leaves the request's schema as it was, and applies defaults", () => {
	const schema = z.object({ items: z.array(z.string().max(1)).max(1).default([]) });
	expect(replySchemaOf(schema).parse({})).toEqual({ items: [] });
	expect(replySchemaOf(schema).parse({ items: ["long", "long"] })).toEqual({ items: ["long", "long"] });
	expect(schema.safeParse({ items: ["long"] }).success).toBe(false);
});

it("leaves no limit in any contract's answers", () => {
	const contracts = Object.values(files).flatMap((file) =>
		Object.entries(file).flatMap(([name, value]) => (name.endsWith("Contract") ? [value as Contract] : [])),
	);
	const routes = contracts.flatMap((contract) => Object.entries(contract));
	expect(routes.length).toBeGreaterThan(300);
	const limits = /"(?:min|max)(?:Length|Items|imum)":|"pattern":|"format":"/;
	const limited = routes.flatMap(([id, { reply: answer, stream }]) => {
		const schema = answer ?? stream?.chunk;
		if (schema === undefined) return [];
		const described = z.toJSONSchema(replySchemaOf(schema), { io: "output", unrepresentable: "any" });
		return limits.test(JSON.stringify(described)) ? [id] : [];
	});
	expect(limited).toEqual([]);
});
