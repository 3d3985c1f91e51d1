import { AppError } from "../../errors.ts";
import { parseJson } from "./json.ts";

/**
 * Reads a body as UTF-8 text.
 * @param limit bytes
 * @throws AppError 413 when it is longer, without reading the rest
 */
export async function readText(request: Request, limit: number): Promise<string> {
	const tooLarge = () => new AppError(413, "too-large", `The body is longer than the ${limit} bytes allowed here.`);
	if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
	if (request.body === null) return "";
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of request.body) {
		size += chunk.byteLength;
		if (size > limit) throw tooLarge();
		chunks.push(chunk);
	}
	return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Reads a JSON body whose strings the database can store. @throws AppError 400, 413 or 415 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
	if (!/^application\/([\w.-]+\+)?json\b/i.test(request.headers.get("content-type") ?? ""))
		throw new AppError(415, "unsupported-media-type", "Send the body as application/json.");
	return parseJson(await readText(request, limit), { nul: "strip" });
}
