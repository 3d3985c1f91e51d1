import { createHash } from "node:crypto";
import { withoutAttachments } from "./rewrite.ts";

export interface RewriteInput {
	/** Hash of the expected bytes. */
	sha256: string;
	/** When the attachments are removed, epoch milliseconds. */
	at: number;
}

/** The message without attachments; null when there are none, or when the bytes no longer match the message. */
export default async function rewrite(raw: Buffer, { sha256, at }: RewriteInput): Promise<Uint8Array | null> {
	if (createHash("sha256").update(raw).digest("hex") !== sha256) return null;
	const rewritten = withoutAttachments(raw, at);
	return rewritten === null ? null : new Uint8Array(rewritten.raw);
}
