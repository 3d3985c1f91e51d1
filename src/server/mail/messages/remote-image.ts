import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { readStored } from "../store/read/read-stored.ts";
import { imageReply } from "./content.ts";
import { fetchMissing } from "./fetch-missing.ts";
import { openMessage } from "./open-message.ts";

const MAX_BYTES = 10 * 1024 * 1024;
/** Raster images only; SVG is a document that can run scripts. */
const IMAGES = new Set([
	"image/png",
	"image/jpeg",
	"image/gif",
	"image/webp",
	"image/avif",
	"image/bmp",
	"image/x-icon",
	"image/vnd.microsoft.icon",
]);

/**
 * Fetches an image that a message shows as a proxy: the sender sees this server's address, not the user's.
 * @throws AppError `not-in-message` for any other address, `not-an-image`, and the errors of the guarded HTTP client
 */
export async function remoteImageReply(
	ctx: MailContext,
	{ ownerId, id }: { ownerId: string; id: string },
	url: string,
	signal: AbortSignal,
): Promise<Response> {
	const email = await fetchMissing(ctx, ownerId, await readStored(ctx.database, ownerId, id));
	const { pictures } = await openMessage(ctx, ownerId, email);
	const requestedUrl = new URL(url).href;
	if (!pictures.includes(requestedUrl))
		throw new AppError(404, "not-in-message", "This message has no image with that URL.");
	const fetched = await ctx.net.http(requestedUrl, {
		maxBytes: MAX_BYTES,
		headers: { accept: "image/*" },
		signal,
	});
	if (fetched.status !== 200)
		throw new AppError(502, "not-an-image", `The image's server responded with status ${fetched.status}.`);
	const type = (fetched.headers.get("content-type") ?? "").toLowerCase().split(";")[0]?.trim() ?? "";
	if (!IMAGES.has(type)) throw new AppError(415, "not-an-image", "The URL is not an image.");
	return imageReply(fetched.body, type);
}
