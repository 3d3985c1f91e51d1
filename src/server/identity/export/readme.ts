import { brand } from "#shared/brand.ts";
import type { Context } from "../auth/context.ts";

/** The README of the archive. */
export function readme(ctx: Pick<Context, "config" | "now">, messages: number): string {
	return `Your data on ${ctx.config.baseUrl}, written by ${brand.name} ${ctx.config.version}
on ${new Date(ctx.now()).toISOString()}: ${messages} messages.

mail/<mailbox>/<folder>.mbox
  The original messages in mbox files (mboxrd: lines of a message that begin with "From ", ">From " and so on have an
  additional ">"). Long folders continue in <folder>-2.mbox and so on. Any mail program that imports mbox can read them, and
  so can ${brand.name}: upload this archive as it is. Each separator line ends with the message's state (folder, read,
  starred, labels), which ${brand.name} restores. Your own folders become labels on mail in the archive folder.

mail/<mailbox>/messages.jsonl
  The data about each message, one JSON object per line, with its file, offset and number of bytes. "file" is null where
  only the header was fetched. "raw_sha256" is the SHA-256 of the message.

files/<name>
  Files that ${brand.name} generated for you or that you uploaded, and that have not expired: backups (.mbox.gz) of deleted
  mail, attachments of drafts, lists to validate.

data/<table>.jsonl
  All other data about you, one JSON object per line. Passwords, tokens and keys are excluded, and so is what is derived
  from your mail (the search index, counts).
`;
}
