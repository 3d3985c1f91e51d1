import { basename } from "node:path";

/**
 * With TEST_S3 set, test mailboxes and servers store raw messages in a test object store, each below its own prefix.
 * @returns settings; empty without TEST_S3
 */
export function storeEnv(dataDir: string): Record<string, string> {
	const settings = process.env.MAILSTEAD_TEST_S3;
	if (settings === undefined) return {};
	return { ...(JSON.parse(settings) as Record<string, string>), S3_PREFIX: basename(dataDir) };
}
