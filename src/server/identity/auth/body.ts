import { MAX_NAME_LENGTH } from "#shared/contracts/sign-in.ts";
import { AppError, badRequest } from "../../errors.ts";
import { invalidText, parseJson } from "../../platform/http/json.ts";

const MAX_IMAGE_LENGTH = 2_000;

/** The body of a request to Better Auth, checked for values that it would store or fail on. */
export interface AuthBody {
	/** The body as JSON text; null when there is none. */
	text: string | null;
	fields: Record<string, unknown>;
}

/**
 * @param text the body as it was sent; empty for none
 * @throws AppError 400 or 415
 */
export function readAuthBody(request: Request, text: string): AuthBody {
	if (text === "") return { text: null, fields: {} };
	if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? ""))
		throw new AppError(415, "unsupported-media-type", "Send the body as application/json.");
	const parsed = parseJson(text, { nul: "refuse" });
	if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
		throw badRequest("invalid-input", "The body must be a JSON object.");
	const fields = parsed as Record<string, unknown>;
	checkProfile(fields);
	return { text: JSON.stringify(fields), fields };
}

/** @throws AppError 400 for query parameters that the database cannot store */
export function checkQuery(url: URL): void {
	for (const [name, value] of url.searchParams) if (name.includes("\0") || value.includes("\0")) throw invalidText();
}

function checkProfile({ name, image }: Record<string, unknown>): void {
	if (name !== undefined && name !== null && typeof name !== "string")
		throw invalidField("name", "Use text as a name.");
	if (typeof name === "string" && name.length > MAX_NAME_LENGTH)
		throw invalidField("name", `Use a name of at most ${MAX_NAME_LENGTH} characters.`);
	if (image !== undefined && image !== null && !isWebAddress(image))
		throw invalidField("image", "The URL of a picture must start with https:// or http://.");
}

function isWebAddress(value: unknown): boolean {
	if (typeof value !== "string" || value.length > MAX_IMAGE_LENGTH || !URL.canParse(value)) return false;
	return /^https?:$/.test(new URL(value).protocol);
}

function invalidField(field: string, message: string): AppError {
	return badRequest("invalid-input", message, { [field]: message });
}
