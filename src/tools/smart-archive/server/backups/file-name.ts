import { brand } from "#shared/brand.ts";

/** The name of a backup's file. @param createdAt epoch milliseconds */
export function fileName(createdAt: number): string {
	return `${brand.slug}-backup-${new Date(createdAt).toISOString().slice(0, 10)}.mbox.gz`;
}
