import type { XmlElement } from "../xml/xml.ts";
import { S3Refused } from "./request.ts";
import { elements, field, readAnswer } from "./xml.ts";

export function exists(response: Response): boolean {
	return response.status !== 404;
}

/** A missing bucket is an error, unlike a missing object. */
export async function nullIfBucketExists(response: Response): Promise<null> {
	const answer = readAnswer(await response.text());
	const code = field(answer, "Code");
	if (code === "NoSuchBucket") throw new S3Refused(404, code, field(answer, "Message"), null);
	return null;
}

/** The answer of a request that must succeed; null: it has no XML. @throws S3Refused */
export async function done(response: Response): Promise<XmlElement | null> {
	const answer = readAnswer(await response.text());
	// Some requests return 200 before they have succeeded (CompleteMultipartUpload, DeleteObjects).
	const hasFailed = answer?.name === "Error" || elements(answer, "Error").length > 0;
	if (exists(response) && !hasFailed) return answer;
	throw new S3Refused(response.status, field(answer, "Code"), field(answer, "Message"), null);
}
