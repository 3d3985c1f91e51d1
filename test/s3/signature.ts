import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Verifies AWS Signature Version 4 as specified in the S3 documentation, independently of any client. */

export interface Keys {
	accessKeyId: string;
	secretAccessKey: string;
	region: string;
}

export interface SignatureError {
	status: number;
	code: string;
	message: string;
	region?: string;
}

export interface SignedRequest {
	method: string;
	/** Path and query as received. */
	target: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

const MAX_SKEW_MS = 15 * 60_000;

/** @returns null when the request is valid */
export function examineSignature({ method, target, headers, body }: SignedRequest, keys: Keys): SignatureError | null {
	const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
		headers.authorization ?? "",
	);
	if (given === null) return { status: 403, code: "AccessDenied", message: "Anonymous access is forbidden" };
	const [, credential = "", signedNames = "", signature] = given;
	const [keyId, day, region = "", service, end] = credential.split("/");
	if (keyId !== keys.accessKeyId)
		return { status: 403, code: "InvalidAccessKeyId", message: "The key does not exist in our records." };
	if (region !== keys.region || service !== "s3" || end !== "aws4_request")
		return {
			status: 400,
			code: "AuthorizationHeaderMalformed",
			message: `the region '${region}' is wrong; expecting '${keys.region}'`,
			region: keys.region,
		};
	const time = String(headers["x-amz-date"]);
	const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
	if (!time.startsWith(`${day}T`) || !(Math.abs(at - Date.now()) < MAX_SKEW_MS))
		return { status: 403, code: "RequestTimeTooSkewed", message: "The time differs too much." };
	const names = signedNames.split(";");
	const mustBeSigned = Object.keys(headers).filter((name) => name === "content-md5" || name.startsWith("x-amz-"));
	if (["host", ...mustBeSigned].some((name) => !names.includes(name)))
		return { status: 403, code: "AccessDenied", message: "There were headers present which were not signed" };
	const bodyHash = String(headers["x-amz-content-sha256"]);
	if (bodyHash !== createHash("sha256").update(body).digest("hex"))
		return { status: 400, code: "XAmzContentSHA256Mismatch", message: "The hash is not that of the body." };
	const lines = names.map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`);
	const canonical = [method, pathOf(target), queryOf(target), lines.join(""), signedNames, bodyHash].join("\n");
	const scope = `${day}/${region}/s3/aws4_request`;
	const toSign = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${createHash("sha256").update(canonical).digest("hex")}`;
	const key = [day ?? "", region, "s3", "aws4_request"].reduce<Buffer | string>(
		(secret, part) => createHmac("sha256", secret).update(part).digest(),
		`AWS4${keys.secretAccessKey}`,
	);
	if (createHmac("sha256", key).update(toSign).digest("hex") === signature) return null;
	return { status: 403, code: "SignatureDoesNotMatch", message: "The signature does not match." };
}

function encoded(text: string): string {
	return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function pathOf(target: string): string {
	return (target.split("?")[0] ?? "").split("/").map(decodeURIComponent).map(encoded).join("/");
}

function queryOf(target: string): string {
	const pairs = [...new URLSearchParams(target.split("?")[1] ?? "")].map(([name, value]) => [
		encoded(name),
		encoded(value),
	]);
	const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
	pairs.sort(([a = "", x = ""], [b = "", y = ""]) => compare(a, b) || compare(x, y));
	return pairs.map((pair) => pair.join("=")).join("&");
}
