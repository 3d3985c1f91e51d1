import { createHash } from "node:crypto";
import { z } from "zod";

/**
 * Format of a backup, a folder or a tar archive of the same files in this order:
 * `manifest.json`, `tables/<table>-<n>.ndjson.gz`, `secret`, `uploads/<id>`, `blobs/<account>/<2 hex>/<sha256>`,
 * `end.json`.
 */

export const FORMAT = 1;
export const MANIFEST = "manifest.json";
export const END = "end.json";
export const SECRET = "secret";

const digest = z.object({ rows: z.int(), sum: z.string() });

const table = z.object({
	name: z.string(),
	/** Columns of each line of its files, in this order. */
	columns: z.array(z.string()),
	...digest.shape,
	/** Next sequence value by column. */
	sequences: z.record(z.string(), z.string()),
	files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
});

const manifest = z.object({
	format: z.literal(FORMAT),
	product: z.string(),
	version: z.string(),
	createdAt: z.string(),
	database: z.string(),
	migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
	/** Ordered so that each table follows those it references. */
	tables: z.array(table),
	/** Identifies the secret without revealing it. */
	secretMark: z.string(),
	hasSecret: z.boolean(),
	hasBlobs: z.boolean(),
});

/** Written last: without it the backup is truncated. */
const end = z.object({
	blobs: z.int(),
	blobBytes: z.int(),
	/** Referenced by messages, but deleted before they were copied. */
	missing: z.int(),
	uploads: z.int(),
});

export type BackedUpTable = z.infer<typeof table>;
export type Manifest = z.infer<typeof manifest>;
export type End = z.infer<typeof end>;

/** The backup is corrupt; the message says how. */
export class DamagedBackup extends Error {
	override name = "DamagedBackup";
}

/** JSON with its own hash. */
function sealed(content: object): string {
	const text = JSON.stringify(content);
	const sha256 = createHash("sha256").update(text).digest("hex");
	return `${JSON.stringify({ content, sha256 }, null, "\t")}\n`;
}

function opened<T>(text: string, name: string, schema: z.ZodType<T>): T {
	try {
		const { content, sha256 } = JSON.parse(text) as { content: unknown; sha256: string };
		if (createHash("sha256").update(JSON.stringify(content)).digest("hex") === sha256) return schema.parse(content);
	} catch (cause) {
		throw new DamagedBackup(`Its file ${name} is damaged.`, { cause });
	}
	throw new DamagedBackup(`Its file ${name} was changed after it was written.`);
}

export const writeManifest = (content: Manifest): string => sealed(content);
export const writeEnd = (content: End): string => sealed(content);
export const readEnd = (text: string): End => opened(text, END, end);

/** @throws DamagedBackup, also for a format that this version does not know */
export function readManifest(text: string): Manifest {
	const format = /"format":\s*(\d+)/.exec(text)?.[1];
	if (format !== undefined && Number(format) > FORMAT)
		throw new DamagedBackup(`It was made by a newer version (format ${format}); restore it with that.`);
	return opened(text, MANIFEST, manifest);
}
