import type { z } from "zod";
import { DamagedRow } from "../platform/http/present-rows.ts";

/** Header of a reply: how many rows of its lists are damaged and left out. */
export const DAMAGED_ROWS = "damaged-rows";

interface SoundReply {
	data: unknown;
	/** Where the rows were that are left out, and what is wrong with them. */
	damaged: string[];
}

/**
 * A reply by its contract. Rows of its lists that do not fit are left out: one damaged row would otherwise make its list
 * fail for ever. Null: the reply does not fit even so.
 */
export function soundReplyOf(schema: z.ZodType, reply: unknown): SoundReply | null {
	const whole = schema.safeParse(reply);
	if (whole.success) return { data: whole.data, damaged: [] };
	const damaged: string[] = [];
	const rest = schema.safeParse(withoutDamaged(schema, reply, damaged));
	return rest.success && damaged.length > 0 ? { data: rest.data, damaged } : null;
}

function withoutDamaged(schema: z.ZodType, reply: unknown, damaged: string[]): unknown {
	const { type, shape } = definitionOf(schema);
	if (type !== "object" || typeof reply !== "object" || reply === null) return reply;
	return Object.fromEntries(
		Object.entries(reply).map(([name, value]: [string, unknown]) => {
			const field = shape[name];
			const element = field && definitionOf(field).element;
			if (element === undefined || !Array.isArray(value)) return [name, value];
			const isSound = (row: unknown, index: number): boolean => {
				const result = element.safeParse(row);
				if (result.success) return true;
				const problem = row instanceof DamagedRow ? row.problem : result.error.message.replaceAll(/\s+/g, " ");
				damaged.push(`${name}[${index}] ${idOf(row)}: ${problem}`);
				return false;
			};
			return [name, value.filter(isSound)];
		}),
	);
}

function idOf(row: unknown): string {
	const { id } = (row ?? {}) as { id?: unknown };
	return typeof id === "string" ? id : "without an id";
}

/** What is read of a schema's definition, whatever its type. */
function definitionOf(schema: z.ZodType): { type: string; shape: Record<string, z.ZodType>; element?: z.ZodType } {
	return schema._zod.def as never;
}
