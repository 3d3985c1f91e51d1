import { attachmentSources, partContent, partitionParts, readStructure } from "#kernel/parse.ts";
import { type DmarcReport, readDmarcReport } from "./read-report.ts";
import { unpackReport } from "./unpack.ts";

/** `null`: none of the attachments is a report. */
export type ReadReportsOutput = { report: DmarcReport } | { problem: string } | null;

/** Largest attachment that is unpacked. */
const MAX_PACKED = 10 * 1024 * 1024;
const TYPES = /^(?:application\/(?:gzip|x-gzip|zip|x-zip-compressed|x-zip|xml|octet-stream)|text\/xml)$/;

/** Reads the aggregate report that a message brings. */
export default function readReports(raw: Buffer): ReadReportsOutput {
	const { root } = readStructure(raw);
	let problem: string | null = null;
	for (const { part, packed } of attachmentSources(raw, partitionParts(root)).sources) {
		if (packed !== null || !TYPES.test(part.type)) continue;
		try {
			const { bytes } = partContent(raw, part);
			if (bytes.length > MAX_PACKED) throw new Error("The report is too large.");
			return { report: readDmarcReport(unpackReport(Buffer.from(bytes)).toString("utf8")) };
		} catch {
			problem = "The attachment is damaged, or is not a DMARC report.";
		}
	}
	return problem === null ? null : { problem };
}
