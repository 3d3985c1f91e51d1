import { randomUUID } from "node:crypto";
import { softwareName } from "#shared/brand.ts";
import { ConfigError, type S3Config } from "../../config.ts";
import { S3Refused, StorageUnavailable } from "./request.ts";
import type { S3 } from "./s3.ts";

/**
 * Writes, reads, lists and deletes a small object, so that a wrong setting is reported at startup instead of during
 * the first import.
 * @throws ConfigError whose message names the setting
 */
export async function checkS3(s3: S3, config: S3Config): Promise<void> {
	const folder = `check/${randomUUID()}/`;
	const key = `${folder}object`;
	const bytes = Buffer.from(key);
	try {
		await s3.put(key, bytes);
		const found = await s3.get(key);
		let listed = 0;
		for await (const _ of s3.list(folder)) listed++;
		await s3.delete([key]);
		if (found === null || !bytes.equals(found) || listed !== 1)
			throw new ConfigError(
				`S3_ENDPOINT: ${config.endpoint} does not give back what was just stored in the bucket "${config.bucket}"; it is not a store that ${softwareName} can rely on.`,
			);
	} catch (cause) {
		if (cause instanceof S3Refused) throw new ConfigError(describeError(cause, config), { cause });
		if (cause instanceof StorageUnavailable)
			throw new ConfigError(`S3_ENDPOINT: ${config.endpoint} cannot be used. ${cause.message}`, { cause });
		throw cause;
	}
}

function describeError({ code, status, region, message }: S3Refused, config: S3Config): string {
	const bucket = `the bucket "${config.bucket}" at ${config.endpoint}`;
	if (region !== null && region !== config.region)
		return `S3_REGION: ${bucket} is in ${region}; write that instead of ${config.region}.`;
	switch (code) {
		case "NoSuchBucket":
			return `S3_BUCKET: there is no bucket "${config.bucket}" at ${config.endpoint}; make it first, or correct the name.`;
		case "InvalidBucketName":
			return `S3_BUCKET: "${config.bucket}" is no name that a bucket can have.`;
		case "InvalidAccessKeyId":
			return `S3_ACCESS_KEY_ID: ${config.endpoint} does not know this key.`;
		case "SignatureDoesNotMatch":
			return "S3_SECRET_ACCESS_KEY: the store does not accept signatures made with it; it does not belong to S3_ACCESS_KEY_ID.";
		case "AccessDenied":
			return `S3_ACCESS_KEY_ID: this key may not use ${bucket}; let it list, read, write and delete there.`;
		case "RequestTimeTooSkewed":
			return `The clock of this machine differs from that of ${config.endpoint} by more than 15 minutes; set it right.`;
		default:
			return status === 301 || status === 307
				? `S3_ENDPOINT: ${bucket} is reached at another address; write that of its region, and S3_REGION with it.`
				: `S3_ENDPOINT: ${bucket} cannot be used. ${message}`;
	}
}
