import { readdirSync, readFileSync } from "node:fs";
import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { aggregateReport, zipOf } from "../testing/dmarc-reports.ts";
import { readDmarcReport } from "./read-report.ts";
import readReports from "./read-reports.task.ts";
import { unpackReport } from "./unpack.ts";
import { xmlText } from "./xml-text.ts";

const folder = new URL("../../../../../fixtures/reported/dmarc/", import.meta.url);
const files = readdirSync(folder);

describe("kind 21: reports in mail", () => {
	it.each(files)("%s", (file) => {
		const name = file.slice(0, 3);
		const found = readReports(readFileSync(new URL(file, folder)));
		const source = { ip: name === "d30" ? "::ffff:192.0.2.25" : "192.0.2.25", emails: 7, dkim: name !== "d12" };
		expect(found).toMatchObject({
			report: { domain: name === "d28" ? "d28a.example" : `${name}.example`, sources: [source] },
			...(name === "d28" && { problem: expect.stringContaining("d28b.example") }),
		});
	});
});

describe("kind 21: damaged and odd reports", () => {
	const row = { ip: "192.0.2.25", emails: 7, dkim: "pass", spf: "fail", disposition: "none" };
	const xml = aggregateReport({ domain: "good.test", rows: [row, { ...row, ip: "192.0.2.26" }] });
	const read = (text: string) => readDmarcReport(text);
	const whole = { domain: "good.test", sources: [{ emails: 7, dkim: true, spf: false }, { ip: "192.0.2.26" }] };

	it.each([
		["an unclosed element", xml.replace("</org_name>", "")],
		["an end tag without its bracket", xml.replace("</source_ip>", "/source_ip>")],
		["an address in brackets", xml.replace("dmarc@r.test", "DMARC <dmarc@r.test>")],
		["a foreign tag that never ends", xml.replace("<record>", "<record><br>")],
		["end tags in the wrong order", xml.replace("</row></record>", "</record></row>")],
		["an attribute without quotes", xml.replace("<feedback>", "<feedback version=1>")],
	])("are read with %s", (_, text) => expect(read(text)).toMatchObject(whole));

	it("are refused when they are cut off, or hide something in entities", () => {
		expect(() => read(xml.replace("</org_name>", "").slice(0, -60))).toThrow();
		expect(() => read(`<!DOCTYPE x [<!ENTITY a "b">]>${xml}`)).toThrow();
	});

	it("are unpacked from odd archives", () => {
		const bytes = Buffer.from(xml);
		const gz = gzipSync(bytes);
		for (const packed of [
			gzipSync(gz),
			zipOf("r.xml.gz", gz),
			gz.subarray(0, -6),
			Buffer.concat([gz, Buffer.from("\r\n-- \r\nfooter")]),
			Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0]), Buffer.from("r.xml\0"), deflateRawSync(bytes)]),
		])
			expect(unpackReport(packed).toString()).toBe(xml);
	});

	it("are read in the encoding that they have", () => {
		const named = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Gr\u00fc\u00dfe</a>`;
		const latin = Buffer.from(named("ISO-8859-1"), "latin1");
		const swapped = Buffer.from(`\ufeff${named("utf-16")}`, "utf16le").swap16();
		const bare = Buffer.from(named("utf-16"), "utf16le");
		for (const bytes of [latin, swapped, bare, Buffer.from(named("utf-8")), Buffer.from(named("UTF-16"))])
			expect(xmlText(bytes)).toContain("<a>Gr\u00fc\u00dfe</a>");
	});

	it.each([
		["2026-11-02", Date.UTC(2026, 10, 2)],
		["2026-11-02T01:00:00+01:00", Date.UTC(2026, 10, 2)],
		["2026-11-02 00:00:00", Date.UTC(2026, 10, 2)],
		["1793577600.5", 1_793_577_600_000],
	])("take %s for the beginning", (written, at) =>
		expect(read(xml.replace(/<begin>\d+/, `<begin>${written}`)).begins).toBe(at),
	);
});
