import { z } from "zod";
import { filterDraft } from "../../contract.ts";
import { BadFile, type FileRules } from "./file-rule.ts";

/** Reads rules as JSON. Records of the table `custom_filters` are accepted as well. Runs in a worker thread. */

const file = z.union([
	z.array(z.unknown()),
	z.object({ filters: z.array(z.unknown()) }).transform(({ filters }) => filters),
]);

/** @throws BadFile */
export function readJson(text: string): FileRules {
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch (cause) {
		throw new BadFile(`The file is not JSON: ${cause instanceof Error ? cause.message : ""}`);
	}
	const entries = file.safeParse(json);
	if (!entries.success) throw new BadFile("The file has no list of filters.");
	const found: FileRules = { rules: [], skipped: [] };
	for (const [n, entry] of entries.data.entries()) {
		const read = filterDraft.safeParse(camelled(entry));
		if (read.success) found.rules.push({ draft: { ...read.data, accountId: null }, notes: [], error: null });
		else found.skipped.push({ name: nameIn(entry) ?? `Filter ${n + 1}`, reason: sentence(read.error), line: null });
	}
	return found;
}

/** `rule_type` to `ruleType`. */
function camelled(entry: unknown): unknown {
	if (typeof entry !== "object" || entry === null) return entry;
	return Object.fromEntries(
		Object.entries(entry).map(([name, value]) => [name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase()), value]),
	);
}

function nameIn(entry: unknown): string | null {
	const name = z.object({ name: z.string() }).safeParse(entry);
	return name.success ? name.data.name.slice(0, 200) : null;
}

function sentence(error: z.ZodError): string {
	const [issue] = error.issues;
	return `Not a valid filter: ${issue?.path.join(".") || "the entry"}: ${issue?.message ?? ""}`;
}
