import { brand } from "#shared/brand.ts";
import type { Context } from "../auth/context.ts";

/** The README of the archive. */
export function readme(ctx: Pick<Context, "config" | "now">, messages: number): string {
	return `Your data on ${ctx.config.baseUrl}, written by ${brand.name} ${ctx.config.version}
on ${new Date(ctx.now()).toISOString()}: ${messages} messages.

mail/<mailbox>/<folder>.mbox
  The messages themselves, byte for byte as they came, in mbox files (the "mboxrd" kind: lines of a message that begin
  with "From ", ">From " and so on have one ">" more). Long folders continue in <folder>-2.mbox and so on. Every mail program
  that imports mbox can read them, and so can ${brand.name}: upload this archive as it is. At the end of each separator
  line stands how the message was (folder, read, starred, labels), which ${brand.name} takes over. A folder that you had
  made yourself comes back as a label on mail in the archive folder.

mail/<mailbox>/messages.jsonl
  What is known of each message, one JSON object a line, with the file, the offset and the number of bytes of the message in
  it. "file" is null where only the header was ever fetched. "raw_sha256" is the SHA-256 of the message.

files/<name>
  Files that ${brand.name} made for you and that have not expired, such as backups (.mbox.gz) of mail that you deleted.

data/<table>.jsonl
  Everything else that is kept of you, one JSON object a line. Passwords, tokens and keys are left out, and so is what is
  only made from your mail (the search index, counts).
`;
}
