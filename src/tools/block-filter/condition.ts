import { z } from "zod";
import { CATEGORIES } from "#shared/mail/categories.ts";
import { PATTERN_FIELDS } from "#shared/search/query.ts";

/**
 * A rule's condition: a single test, or a group of which all or any must match. `not` negates either.
 * Nested at most three levels deep.
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
		 * `domain`: the sender's domain or a subdomain. `sender`, `to`: an address, else words of names and addresses (`to` includes
		 * Cc and Bcc). `subject`, `keyword` (anywhere): a phrase; a single word also matches as a prefix.
		 */
		kind: z.enum(["domain", "sender", "to", "subject", "keyword"]),
		value: z.string().trim().max(500),
		not,
	}),
	z.object({
		kind: z.literal("pattern"),
		field: z.enum(PATTERN_FIELDS),
		/** The whole field: `*` matches any characters, `?` one, `\` escapes the next one. */
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
	/** A key as of `listKeyOf`, or a part of a list's id; empty: mail of any list. */
	z.object({ kind: z.literal("list"), value: z.string().trim().max(500), not }),
	z.object({ kind: z.literal("attachment"), not }),
	z.object({ kind: z.literal("category"), value: z.enum(CATEGORIES), not }),
	/** The receiving server could not authenticate the sender: SPF, DKIM or DMARC failed. */
	z.object({ kind: z.literal("unconfirmed"), not }),
	/** Its verdict is suspicious or forged (note 34). */
	z.object({ kind: z.literal("suspicious"), not }),
]);
export type Leaf = z.infer<typeof leaf>;

/** Parts of one group. */
const MAX_PARTS = 500;

const groupOf = (part: z.ZodType<Condition>): z.ZodType<Condition> =>
	z.union([leaf, z.object({ kind: z.enum(["all", "any"]), not, parts: z.array(part).min(1).max(MAX_PARTS) })]);

/** Written out level by level: a recursive schema cannot appear in the API description. */
export const condition: z.ZodType<Condition> = groupOf(groupOf(groupOf(leaf)));

export function isGroup(one: Condition): one is Group {
	return one.kind === "all" || one.kind === "any";
}
