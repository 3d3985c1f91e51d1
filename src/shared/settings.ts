import { z } from "zod";

/** Settings of one part of the product, stored per user or per mailbox of a user. */
export interface SettingsSection<S extends z.ZodObject = z.ZodObject> {
	/** Unique over all parts, e.g. a tool's id. Stored: never reuse it for something else. */
	id: string;
	/** Each mailbox has its own values. */
	isPerAccount: boolean;
	schema: S;
}

export type SettingsValues<T extends SettingsSection> = z.output<T["schema"]>;

/**
 * Declares a section. Every field needs a default: it applies to users who never set the field, and to stored values that
 * a later version of the schema does not allow.
 */
export function defineSettings<S extends z.ZodObject>(section: {
	id: string;
	schema: S;
	isPerAccount?: boolean;
}): SettingsSection<S> {
	const missing = z.safeParse(section.schema, {}).error?.issues.map(({ path }) => path.join("."));
	if (missing !== undefined) throw new Error(`Settings ${section.id}: no default for ${missing.join(", ")}`);
	return { isPerAccount: false, ...section };
}

/** Values as stored by any version: unknown fields are dropped; missing and invalid ones have their default. */
export function settingsValues<T extends SettingsSection>(section: T, stored: unknown): SettingsValues<T> {
	const given = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
	const values = Object.entries(section.schema.shape).map(([name, field]) => {
		const result = z.safeParse(field, given[name]);
		return [name, result.success ? result.data : z.parse(field, undefined)];
	});
	return Object.fromEntries(values) as SettingsValues<T>;
}

/**
 * Validates a change of some fields. Unlike stored values, unknown and invalid fields are errors.
 * @throws z.ZodError
 */
export function settingsChange<T extends SettingsSection>(section: T, change: object): Partial<SettingsValues<T>> {
	const { shape } = section.schema;
	const given = Object.entries(change).filter(([, value]) => value !== undefined);
	const picked = given.flatMap(([name]) => {
		const field = shape[name];
		return field === undefined ? [] : [[name, field] as const];
	});
	return z.strictObject(Object.fromEntries(picked)).parse(Object.fromEntries(given)) as Partial<SettingsValues<T>>;
}
