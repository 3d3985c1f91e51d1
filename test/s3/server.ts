import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { examineSignature, type Keys, type SignatureError } from "./signature.ts";

/**
 * A small in-memory S3-compatible store that is as strict as the real one where clients make mistakes: signatures,
 * body hashes, paging, part sizes. One bucket, by path or by host name.
 */
export interface TestS3 {
	/** `http://127.0.0.1:<port>` */
	endpoint: string;
	bucket: string;
	keys: Keys;
	/** Settings that point here, below a prefix. */
	env(prefix?: string): Record<string, string>;
	/** Stored objects by key. */
	objects: Map<string, Stored>;
	/** Multipart uploads neither completed nor aborted. */
	unfinished(): number;
	/** Number of requests by operation: `PUT`, `GET`, `LIST`, … */
	requests: Map<string, number>;
	/** Faults for the next matching requests, one each. */
	faults: Fault[];
	/** Objects per listing page. */
	pageSize: number;
	stop(): Promise<void>;
}

export interface Stored {
	bytes: Buffer;
	etag: string;
	changedAt: Date;
}

export interface Fault {
	/** The operation it applies to; absent: any. */
	on?: string;
	/**
	 * Instead of a normal response: a status, no response at all, or a connection closed immediately, after the work,
	 * or in the middle of the response; or a response with wrong bytes.
	 */
	how: number | "silence" | "cut" | "lost-reply" | "cut-reply" | "wrong-bytes";
}

const MIN_PART_BYTES = 5 * 1024 * 1024;

export async function startTestS3(options: { bucket?: string; region?: string } = {}): Promise<TestS3> {
	const bucket = options.bucket ?? "mail";
	const keys: Keys = {
		accessKeyId: "AKIDTESTTESTTESTTEST",
		secretAccessKey: "not/a+secret/0123456789",
		region: options.region ?? "eu-test-1",
	};
	const objects = new Map<string, Stored>();
	const uploads = new Map<string, { key: string; pieces: Map<number, Stored> }>();
	const requests = new Map<string, number>();
	const server = createServer((request, response) => void serve(request, response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const s3: TestS3 = {
		endpoint,
		bucket,
		keys,
		env: (prefix = "") => ({
			S3_ENDPOINT: endpoint,
			S3_BUCKET: bucket,
			S3_REGION: keys.region,
			S3_ACCESS_KEY_ID: keys.accessKeyId,
			S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
			S3_PREFIX: prefix,
		}),
		objects,
		unfinished: () => uploads.size,
		requests,
		faults: [],
		pageSize: 1_000,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};

	async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		try {
			for await (const chunk of request) chunks.push(chunk as Buffer);
		} catch {
			return;
		}
		const call = callOf(request, Buffer.concat(chunks));
		requests.set(call.kind, (requests.get(call.kind) ?? 0) + 1);
		const index = s3.faults.findIndex(({ on }) => on === undefined || on === call.kind);
		const fault = index < 0 ? undefined : s3.faults.splice(index, 1)[0]?.how;
		if (fault === "silence") return;
		if (fault === "cut") return void request.socket.destroy();
		if (typeof fault === "number")
			return refuse(response, { status: fault, code: codeOf(fault), message: "As configured" });
		const rejection = examineSignature(call, keys);
		if (rejection !== null) return refuse(response, rejection);
		if (call.bucket !== bucket)
			return refuse(response, { status: 404, code: "NoSuchBucket", message: "The specified bucket does not exist" });
		const answer = answerTo(call);
		if ("code" in answer) return refuse(response, answer);
		const body = fault === "wrong-bytes" ? Buffer.alloc(answer.body.length, "?") : answer.body;
		if (fault === "lost-reply") return void request.socket.destroy();
		response.writeHead(answer.status, { "content-length": body.length, ...answer.headers });
		if (fault !== "cut-reply") return void response.end(call.method === "HEAD" ? undefined : body);
		response.write(body.subarray(0, body.length >> 1), () => request.socket.destroy());
	}

	function callOf(request: IncomingMessage, body: Buffer) {
		const { method = "", url: target = "", headers } = request;
		const url = new URL(target, endpoint);
		const host = (headers.host ?? "").split(":")[0] ?? "";
		const inHost = host.endsWith(".localhost") ? host.slice(0, -".localhost".length) : null;
		const path = decodeURIComponent(url.pathname).slice(1);
		const [first = "", ...rest] = path.split("/");
		const key = inHost === null ? rest.join("/") : path;
		const query = url.searchParams;
		const has = (name: string): boolean => query.has(name);
		const verb = has("uploads") ? "UPLOADS" : has("uploadId") ? "PIECES" : has("delete") ? "DELETES" : "";
		const kind = verb || (method === "GET" && key === "" ? "LIST" : method);
		return { method, target, headers, body, query, kind, key, bucket: inHost ?? first };
	}

	interface Answer {
		status: number;
		headers: Record<string, string>;
		body: Buffer;
	}
	const reply = (body: string | Buffer = "", headers: Record<string, string> = {}, status = 200): Answer => ({
		status,
		headers,
		body: Buffer.from(body),
	});

	function answerTo({ method, kind, key, query, headers, body }: ReturnType<typeof callOf>): Answer | SignatureError {
		if (kind === "LIST") return list(query);
		if (kind === "DELETES") {
			if (headers["content-md5"] !== createHash("md5").update(body).digest("base64"))
				return { status: 400, code: "InvalidDigest", message: "The Content-MD5 you specified is not valid." };
			const names = [...body.toString().matchAll(/<Key>(.*?)<\/Key>/g)].map((match) => match[1] ?? "");
			if (names.length > 1_000) return { status: 400, code: "MalformedXML", message: "Too many keys" };
			for (const name of names) objects.delete(name);
			return reply("<DeleteResult></DeleteResult>");
		}
		if (kind === "UPLOADS" && method === "POST") {
			const id = `${randomUUID()}&`;
			uploads.set(id, { key, pieces: new Map() });
			return reply(`<InitiateMultipartUploadResult><UploadId>${xml(id)}</UploadId></InitiateMultipartUploadResult>`);
		}
		if (kind === "UPLOADS") {
			const found = [...uploads].filter((entry) => entry[1].key.startsWith(query.get("prefix") ?? ""));
			const items = found.map(
				([id, { key: name }]) => `<Upload><Key>${name}</Key><UploadId>${xml(id)}</UploadId></Upload>`,
			);
			return reply(`<ListMultipartUploadsResult>${items.join("")}</ListMultipartUploadsResult>`);
		}
		if (kind === "PIECES") return pieces(method, key, query, body);
		if (method === "PUT") {
			const made = stored(body);
			objects.set(key, made);
			return reply("", { etag: made.etag });
		}
		if (method === "DELETE") {
			objects.delete(key);
			return reply("", {}, 204);
		}
		const object = objects.get(key);
		if (object === undefined) return { status: 404, code: "NoSuchKey", message: "The specified key does not exist." };
		const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "");
		if (range === null) return reply(object.bytes, { etag: object.etag });
		return reply(object.bytes.subarray(Number(range[1]), Number(range[2]) + 1), { etag: object.etag }, 206);
	}

	function list(query: URLSearchParams): Answer {
		const prefix = query.get("prefix") ?? "";
		const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
		const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
		const page = names.slice(0, s3.pageSize);
		const items = page.map((name) => {
			const { bytes, changedAt } = objects.get(name) as Stored;
			return `<Contents><Key>${xml(name)}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
		});
		const more = names.length > page.length;
		const token = more
			? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? "").toString("base64")}</NextContinuationToken>`
			: "";
		return reply(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${items.join("")}${token}</ListBucketResult>`);
	}

	function pieces(method: string, key: string, query: URLSearchParams, body: Buffer): Answer | SignatureError {
		const id = query.get("uploadId") ?? "";
		const upload = uploads.get(id);
		if (upload === undefined || upload.key !== key)
			return { status: 404, code: "NoSuchUpload", message: "The specified upload does not exist." };
		if (method === "PUT") {
			const piece = stored(body);
			upload.pieces.set(Number(query.get("partNumber")), piece);
			return reply("", { etag: piece.etag });
		}
		uploads.delete(id);
		if (method === "DELETE") return reply("", {}, 204);
		const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)];
		const parts = named.map(([, number, etag]) => ({ piece: upload.pieces.get(Number(number)), etag }));
		if (parts.some(({ piece, etag }) => piece === undefined || piece.etag !== etag))
			return { status: 400, code: "InvalidPart", message: "One or more of the specified parts could not be found." };
		if (parts.length === 0) return { status: 400, code: "MalformedXML", message: "You must specify at least one part" };
		const all = parts.map(({ piece }) => (piece as Stored).bytes);
		if (all.slice(0, -1).some((one) => one.length < MIN_PART_BYTES))
			return { status: 400, code: "EntityTooSmall", message: "Your proposed upload is smaller than the minimum." };
		objects.set(key, stored(Buffer.concat(all)));
		return reply("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
	}

	return s3;
}

function refuse(response: ServerResponse, { status, code, message, region }: SignatureError): void {
	const where = region === undefined ? "" : `<Region>${region}</Region>`;
	response.writeHead(status, { "content-type": "application/xml" });
	response.end(`<Error><Code>${code}</Code><Message>${xml(message)}</Message>${where}</Error>`);
}

function codeOf(status: number): string {
	return { 403: "AccessDenied", 404: "NoSuchKey", 429: "TooManyRequests", 503: "SlowDown" }[status] ?? "InternalError";
}

function stored(bytes: Buffer): Stored {
	return { bytes, etag: `"${createHash("md5").update(bytes).digest("hex")}"`, changedAt: new Date() };
}

function xml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
