import { attachmentSources, type Part, partContent, partitionParts, readStructure } from "#kernel/parse.ts";
import { type DmarcReport, readDmarcReport } from "./read-report.ts";
import { OTHER_REPORT_NAME, REPORT_TYPES } from "./report-files.ts";
import { unpackReport } from "./unpack.ts";
import { xmlText } from "./xml-text.ts";

/** `null`: none of the attachments is a report. A report with a problem is not the only one in its email. */
export type ReadReportsOutput = { report: DmarcReport; problem?: string } | { problem: string } | null;

/** Largest attachment that is unpacked. */
const MAX_PACKED = 10 * 1024 * 1024;
/** Forwarded mail within forwarded mail. */
const MAX_DEPTH = 3;
const NO_REPORT = /^(?:image|audio|video|multipart|font)\/|^text\/(?:html|calendar|vcard)$/;
const PACKED = new RegExp(`^(?:${REPORT_TYPES})$`);
const OTHER = new RegExp(OTHER_REPORT_NAME, "i");

/** Reads the aggregate report that a message brings, or one that is forwarded with it. */
export default function readReports(raw: Buffer): ReadReportsOutput {
	const found: Found = { reports: [], problem: null };
	collect(raw, found, 0);
	const [report, ...others] = found.reports;
	if (report === undefined) return found.problem === null ? null : { problem: found.problem };
	if (others.length === 0) return { report };
	const names = others.map(({ domain }) => domain).join(", ");
	return { report, problem: `The email has more reports, which were not read: ${names}.` };
}

interface Found {
	reports: DmarcReport[];
	problem: string | null;
}

function collect(raw: Buffer, found: Found, depth: number): void {
	const { root } = readStructure(raw);
	for (const { part, packed } of attachmentSources(raw, partitionParts(root)).sources) {
		if (packed !== null || NO_REPORT.test(part.type)) continue;
		const { bytes } = partContent(raw, part);
		if (part.type === "message/rfc822") {
			if (depth < MAX_DEPTH) collect(Buffer.from(bytes), found, depth + 1);
		} else readAttachment(part, Buffer.from(bytes), found);
	}
}

function readAttachment({ type, params, disposition }: Part, bytes: Buffer, found: Found): void {
	try {
		if (bytes.length > MAX_PACKED) throw new Error("The report is too large.");
		found.reports.push(readDmarcReport(xmlText(unpackReport(bytes))));
	} catch {
		const name = disposition?.params.filename ?? params.name ?? "";
		if (PACKED.test(type) && !OTHER.test(name)) found.problem = "The attachment is damaged, or is not a DMARC report.";
	}
}
