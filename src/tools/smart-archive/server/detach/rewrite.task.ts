import { createHash } from "node:crypto";
import { withoutAttachments } from "./rewrite.ts";

export interface RewriteInput {
	/** Of the bytes that are expected. */
	sha256: string;
	/** When the files are taken off, epoch milliseconds. */
	at: number;
}

/** The message without its files; null when there are none, or when the bytes are not the message's any more. */
export default async function rewrite(raw: Buffer, { sha256, at }: RewriteInput): Promise<Uint8Array | null> {
	if (createHash("sha256").update(raw).digest("hex") !== sha256) return null;
	const rewritten = withoutAttachments(raw, at);
	return rewritten === null ? null : new Uint8Array(rewritten.raw);
}
