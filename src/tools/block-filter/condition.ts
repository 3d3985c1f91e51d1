import { z } from "zod";
import { CATEGORIES } from "#shared/mail/categories.ts";

/**
 * What a rule asks of a message: one thing, or several of which all or any must hold. `not` turns either round.
 * Nested three deep at most.
 */
export type Condition = Leaf | Group;

export interface Group {
	kind: "all" | "any";
	not: boolean;
	parts: Condition[];
}

const not = z.boolean().default(false);

const leaf = z.discriminatedUnion("kind", [
	z.object({
		/**
		 * `domain`: the sender's, or one under it. `sender`, `to`: an address, else words of names and addresses (`to` takes
		 * Cc and Bcc in). `subject`, `keyword` (anywhere): words next to each other; a single one may be a word's beginning.
		 */
		kind: z.enum(["domain", "sender", "to", "subject", "keyword"]),
		value: z.string().trim().max(500),
		not,
	}),
	z.object({
		kind: z.literal("size"),
		than: z.enum(["larger", "smaller"]),
		bytes: z.number().int().min(0).max(1e12),
		not,
	}),
	z.object({
		kind: z.literal("age"),
		than: z.enum(["older", "newer"]),
		count: z.number().int().min(1).max(9999),
		unit: z.enum(["d", "w", "m", "y"]),
		not,
	}),
	/** A list's key, or a part of one; empty: any list. */
	z.object({ kind: z.literal("list"), value: z.string().trim().max(500), not }),
	z.object({ kind: z.literal("attachment"), not }),
	z.object({ kind: z.literal("category"), value: z.enum(CATEGORIES), not }),
	/** The receiving server could not confirm who sent it: SPF, DKIM or DMARC failed. */
	z.object({ kind: z.literal("unconfirmed"), not }),
]);
export type Leaf = z.infer<typeof leaf>;

/** Parts of one group. */
const MOST_PARTS = 500;

const groupOf = (part: z.ZodType<Condition>): z.ZodType<Condition> =>
	z.union([leaf, z.object({ kind: z.enum(["all", "any"]), not, parts: z.array(part).min(1).max(MOST_PARTS) })]);

/** Spelt out level by level: a schema that names itself cannot stand in the API's description. */
export const condition: z.ZodType<Condition> = groupOf(groupOf(groupOf(leaf)));

export function isGroup(one: Condition): one is Group {
	return one.kind === "all" || one.kind === "any";
}
