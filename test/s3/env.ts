import { basename } from "node:path";

/**
 * With TEST_S3 set, mailboxes and servers of tests keep raw mail in an object store that runs beside them, each below a
 * prefix of its own. @returns settings; none without
 */
export function storeEnv(dataDir: string): Record<string, string> {
	const settings = process.env.MAILSTEAD_TEST_S3;
	if (settings === undefined) return {};
	return { ...(JSON.parse(settings) as Record<string, string>), S3_PREFIX: basename(dataDir) };
}
