import type { z } from "zod";
import type { MountedRoute } from "#server/http/mount.ts";

/** Every number that a screen can show: those in replies of routes that read, plan or preview. As `getSpace cells[].count`. */
export function numbersOf(routes: readonly MountedRoute[]): string[] {
	const shown = routes.filter(({ id, spec }) => spec.method === "GET" || /^(?:plan|preview)/.test(id));
	return shown
		.flatMap(({ id, spec }) => [...new Set(numbersIn(spec.reply, ""))].map((path) => `${id} ${path}`.trimEnd()))
		.sort();
}

/** The part of a schema's definition that leads to its numbers. */
interface Definition {
	type: string;
	shape?: Record<string, z.ZodType>;
	element?: z.ZodType;
	valueType?: z.ZodType;
	innerType?: z.ZodType;
	out?: z.ZodType;
	options?: readonly z.ZodType[];
	items?: readonly z.ZodType[];
}

function numbersIn(schema: z.ZodType | undefined, path: string): string[] {
	if (schema === undefined) return [];
	const { type, shape = {}, element, valueType, innerType, out, options = [], items = [] } = schema.def as Definition;
	if (type === "number") return [path];
	return [
		...Object.entries(shape).flatMap(([name, part]) => numbersIn(part, path === "" ? name : `${path}.${name}`)),
		...numbersIn(element, `${path}[]`),
		...numbersIn(valueType, `${path}{}`),
		...[...options, ...items].flatMap((part) => numbersIn(part, path)),
		...numbersIn(innerType, path),
		...numbersIn(out, path),
	];
}
