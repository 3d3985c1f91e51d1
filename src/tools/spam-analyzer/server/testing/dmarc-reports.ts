import { crc32, deflateRawSync } from "node:zlib";

interface ReportRow {
	ip: string;
	emails: number;
	dkim: string;
	spf: string;
	disposition: string;
	/** Domains that a method passed or failed for, as `pass dkim news.example`. */
	results?: readonly string[];
}

/** An aggregate report (RFC 9990). @param begins seconds since 1970 */
export function aggregateReport(report: {
	domain: string;
	rows: readonly ReportRow[];
	id?: string;
	begins?: number;
}): string {
	const { domain, rows, id = "1", begins = 1_763_000_000 } = report;
	const records = rows.map(
		({
			ip,
			emails,
			dkim,
			spf,
			disposition,
			results = [],
		}) => `<record><row><source_ip>${ip}</source_ip><count>${emails}</count>
<policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row>
<identifiers><header_from>${domain}</header_from></identifiers><auth_results>${results.map(resultOf).join("")}</auth_results></record>`,
	);
	return `<?xml version="1.0" encoding="UTF-8"?>
<feedback><report_metadata><org_name>Receiver &amp; Co</org_name><email>dmarc@r.test</email><report_id>${id}</report_id>
<date_range><begin>${begins}</begin><end>${begins + 86_400}</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><p>reject</p></policy_published>
<!-- sources -->${records.join("")}</feedback>`;
}

function resultOf(text: string): string {
	const [result, method, domain] = text.split(" ");
	return `<${method}><domain>${domain}</domain><result>${result}</result></${method}>`;
}

let count = 0;

/** An mbox entry of an email with a report. */
export function reportEmail({ name, bytes }: { name: string; bytes: Buffer }): string {
	const type = name.endsWith(".zip") ? "application/zip" : name.endsWith("gz") ? "application/gzip" : "text/xml";
	return [
		"From dmarc@r.test Sat Nov 14 10:00:00 2026",
		"From: <dmarc@r.test>",
		"To: dmarc@good.test",
		"Subject: Report domain: good.test",
		`Message-ID: <report${++count}@r.test>`,
		"Date: Sat, 14 Nov 2026 10:00:00 +0000",
		"MIME-Version: 1.0",
		'Content-Type: multipart/mixed; boundary="b"',
		"",
		"--b",
		"Content-Type: text/plain",
		"",
		"An aggregate report.",
		"--b",
		`Content-Type: ${type}; name="${name}"`,
		`Content-Disposition: attachment; filename="${name}"`,
		"Content-Transfer-Encoding: base64",
		"",
		...(bytes.toString("base64").match(/.{1,76}/g) ?? []),
		"--b--",
		"",
		"",
	].join("\n");
}

/** A zip of one deflated file, with its sizes in the central directory alone, as streaming writers leave them. */
export function zipOf(name: string, content: Buffer): Buffer {
	const data = deflateRawSync(content);
	const local = Buffer.alloc(30);
	local.writeUInt32LE(0x04034b50, 0);
	local.writeUInt16LE(8, 6);
	local.writeUInt16LE(8, 8);
	local.writeUInt16LE(name.length, 26);
	const central = Buffer.alloc(46);
	central.writeUInt32LE(0x02014b50, 0);
	central.writeUInt16LE(8, 10);
	central.writeUInt32LE(crc32(content), 16);
	central.writeUInt32LE(data.length, 20);
	central.writeUInt32LE(content.length, 24);
	central.writeUInt16LE(name.length, 28);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(1, 8);
	end.writeUInt16LE(1, 10);
	end.writeUInt32LE(central.length + name.length, 12);
	end.writeUInt32LE(local.length + name.length + data.length, 16);
	return Buffer.concat([local, Buffer.from(name), data, central, Buffer.from(name), end]);
}
