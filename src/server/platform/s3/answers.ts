import { S3Refused } from "./request.ts";
import { field } from "./xml.ts";

export function exists(response: Response): boolean {
	return response.status !== 404;
}

/** A missing bucket is an error, unlike a missing object. */
export async function nullIfBucketExists(response: Response): Promise<null> {
	const text = await response.text();
	const code = field(text, "Code");
	if (code === "NoSuchBucket") throw new S3Refused(404, code, field(text, "Message"), null);
	return null;
}

/** The answer of a request that must succeed. @throws S3Refused */
export async function done(response: Response): Promise<string> {
	const text = await response.text();
	// Some requests return 200 before they have succeeded (CompleteMultipartUpload, DeleteObjects).
	if (exists(response) && !/<Error>/.test(text)) return text;
	throw new S3Refused(response.status, field(text, "Code"), field(text, "Message"), null);
}
