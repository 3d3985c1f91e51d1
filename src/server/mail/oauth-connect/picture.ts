import type { MailContext } from "../context/context.ts";

const MAX_BYTES = 256 * 1024;
/** A user is waiting, and the picture is optional. */
const TIMEOUT_MS = 2_000;
/** No SVG: it is a document that can run scripts. */
const IMAGES = /^image\/(png|jpeg|gif|webp)$/;

/**
 * A user's profile picture as a `data:` URL, fetched by the server: pages load nothing from third parties.
 * @returns null when there is none, or it does not arrive in time
 */
export async function pictureOf(ctx: Pick<MailContext, "log" | "net">, address: string | null): Promise<string | null> {
	if (address === null) return null;
	// Some providers return the picture itself.
	if (/^data:image\/(png|jpeg|gif|webp);base64,/.test(address)) return address.length > 2 * MAX_BYTES ? null : address;
	try {
		const { status, headers, body } = await ctx.net.http(address, {
			maxBytes: MAX_BYTES,
			timeoutMs: TIMEOUT_MS,
			headers: { accept: "image/*" },
		});
		const type = (headers.get("content-type") ?? "").toLowerCase().split(";")[0]?.trim() ?? "";
		if (status !== 200 || !IMAGES.test(type)) return null;
		return `data:${type};base64,${Buffer.from(body).toString("base64")}`;
	} catch (cause) {
		ctx.log.debug({ event: "mailbox.picture_failed", err: cause }, "a user's profile picture could not be fetched");
		return null;
	}
}
