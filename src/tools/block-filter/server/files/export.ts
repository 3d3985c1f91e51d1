import type { MailContext } from "#kernel/module.ts";
import type { FileFormat } from "../../contract.ts";
import { writeGmailXml } from "../formats/gmail.ts";
import { writeJson } from "../formats/json.ts";
import { writeSieve } from "../formats/sieve/write.ts";
import type { Rule } from "../rule.ts";
import { listRules } from "../rules/store.ts";

const FILES: Record<FileFormat, { name: string; type: string; write(rules: readonly Rule[], now: Date): string }> = {
	gmail: { name: "mailFilters.xml", type: "application/xml", write: writeGmailXml },
	sieve: { name: "filters.sieve", type: "application/sieve", write: writeSieve },
	json: { name: "filters.json", type: "application/json", write: writeJson },
};

/** The owner's rules as a file. */
export async function exportFilters(
	ctx: Pick<MailContext, "database" | "now">,
	ownerId: string,
	format: FileFormat,
): Promise<Response> {
	const { name, type, write } = FILES[format];
	const text = write(await listRules(ctx.database, ownerId), new Date(ctx.now()));
	return new Response(text, {
		headers: {
			"content-type": `${type}; charset=utf-8`,
			"content-disposition": `attachment; filename="${name}"`,
			"cache-control": "no-store",
		},
	});
}
