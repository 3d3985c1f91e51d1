import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { DnsAnswer, RecordType } from "#kernel/net.ts";
import { readHeaderSection } from "#kernel/parse.ts";
import { readTarball } from "../../../../../fixtures/archives.ts";
import { corpus } from "../../../../../fixtures/corpora.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import { type KeyAnswers, keyNamesOf, verifySignatures } from "./signatures.ts";
import { evaluateSpf } from "./spf.ts";

/** Public test vectors of the standards. */

async function textOf(archive: string, ending: string): Promise<string> {
	const files = await readTarball(corpus(`auth/${archive}`) ?? "");
	return files.find(({ path }) => path.endsWith(ending))?.bytes.toString("utf8") ?? "";
}

type ZoneEntry = Record<string, unknown> | string;
interface SpfSuite {
	tests: Record<string, { helo: string; host: string; mailfrom: string; result: string | string[] }>;
	zonedata: Record<string, ZoneEntry[]>;
}

/** A DNS with the zones of a suite. A record type `TIMEOUT` is a question without an answer. */
function queryOf(zones: Record<string, ZoneEntry[]>) {
	const names = new Map(Object.entries(zones).map(([name, entries]) => [name.toLowerCase(), entries]));
	return async (asked: string, type: RecordType): Promise<DnsAnswer> => {
		const name = asked.toLowerCase().replace(/\.$/, "");
		const entries = names.get(name);
		const outcome = (outcome: string, data: unknown[] = []) =>
			({ outcome, records: data.map((one) => ({ data: one })) }) as unknown as DnsAnswer;
		if (entries === undefined) return outcome("nxdomain");
		const of = (wanted: string) =>
			entries.flatMap((entry) => (typeof entry === "string" || !(wanted in entry) ? [] : [entry[wanted]]));
		// Suites that name no TXT records mean those of type SPF.
		const texts = of("TXT").length > 0 ? of("TXT") : of("SPF");
		const alias = of("CNAME")[0];
		if (alias !== undefined && type !== "CNAME") return queryOf(zones)(String(alias), type);
		const found = type === "TXT" ? texts.filter((text) => text !== "NONE") : of(type);
		if (found.length === 0) return outcome(entries.includes("TIMEOUT") ? "timeout" : "nodata");
		return outcome(
			"records",
			found.map((data) => {
				if (type === "TXT") return [data].flat().map(String);
				if (type === "MX") return { priority: (data as [number, string])[0], exchange: (data as [number, string])[1] };
				return String(data);
			}),
		);
	};
}

describeIf(corpus("auth/spf-rfc7208.tar.gz") !== null)("SPF as RFC 7208 has it", () => {
	it("agrees with at least 97 % of the vectors", async () => {
		const documents = parseAllDocuments(await textOf("spf-rfc7208.tar.gz", ".yml"));
		const suites = documents.map((one) => one.toJS() as SpfSuite | null).filter((one) => one?.tests !== undefined);
		const missed: string[] = [];
		let count = 0;
		for (const suite of suites)
			for (const [name, { helo, host, mailfrom, result }] of Object.entries(suite?.tests ?? {})) {
				count += 1;
				const query = queryOf(suite?.zonedata ?? {});
				const found = await evaluateSpf(query, { client: { ip: host, helo }, sender: mailfrom });
				if (![result].flat().includes(found.result)) missed.push(`${name}: ${found.result}, not ${result}`);
			}
		expect(count).toBe(125);
		expect(missed).toEqual([]);
	}, 60_000);
});

describeIf(corpus("auth/mail-dkim-corpus.tar.gz") !== null)("DKIM", () => {
	it("passes good messages with keys of today's length, and no bad one", async () => {
		const files = await readTarball(corpus("auth/mail-dkim-corpus.tar.gz") ?? "");
		const keys = keysIn(files.find(({ path }) => path.endsWith("FAKE_DNS.dat"))?.bytes.toString("utf8") ?? "");
		const results: Record<string, string> = {};
		for (const { path, bytes } of files) {
			const title = /([\w]+)\.txt$/.exec(path)?.[1];
			if (title === undefined) continue;
			const raw = Buffer.from(bytes.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");
			const { dkim } = await verifySignatures(raw, keys);
			results[title] = dkim.map(({ result }) => result).join(" ") || "none";
		}
		const passed = Object.keys(results).filter((title) => results[title]?.split(" ").includes("pass"));
		// The other good ones have keys below 1,024 bits, or signatures of drafts before RFC 4871.
		expect(passed.sort()).toEqual([
			...["good_83176", "goodkey_ed25519", "mine_ietf01_1", "mine_ietf01_2", "mine_ietf01_3", "mine_ietf01_4"],
			...["mine_ietf05_1", "multiple_2", "no_body_1", "no_body_2", "no_body_3"],
		]);
	}, 60_000);
});

function keysIn(text: string): KeyAnswers {
	return Object.fromEntries(
		text.split("\n").flatMap((line): [string, string[][] | null][] => {
			const [, name, value] = /^([\w.-]+)\s+(.*)$/.exec(line) ?? [];
			if (name === undefined || value === undefined) return [];
			if (value.startsWith("~~")) return [[name.toLowerCase(), null]];
			return [[name.toLowerCase(), value === "NXDOMAIN" ? [] : [[value === '""' ? "" : value]]]];
		}),
	);
}

interface ArcSuite {
	tests: Record<string, { message: string | null; cv: string }>;
	"txt-records": Record<string, string>;
}

describeIf(corpus("auth/arc-validation.tar.gz") !== null)("ARC", () => {
	it("agrees with the vectors", async () => {
		const missed: string[] = [];
		let count = 0;
		for (const document of parseAllDocuments(await textOf("arc-validation.tar.gz", ".yml"))) {
			const suite = document.toJS() as ArcSuite | null;
			for (const [name, { message, cv }] of Object.entries(suite?.tests ?? {})) {
				count += 1;
				const raw = Buffer.from((message ?? "").replace(/\r?\n/g, "\r\n"));
				const records = Object.entries(suite?.["txt-records"] ?? {});
				const keys: KeyAnswers = Object.fromEntries(records.map(([key, value]) => [key.toLowerCase(), [[value]]]));
				for (const key of keyNamesOf(readHeaderSection(raw, 0).fields)) keys[key] ??= [];
				const { arc } = await verifySignatures(raw, keys);
				const found = arc?.result ?? "none";
				if (found !== (cv || "none").toLowerCase()) missed.push(`${name}: ${found}, not ${cv}`);
			}
		}
		expect(count).toBe(85);
		expect(missed).toEqual([
			// The suite gives no result for these.
			"cv_fail_i1_as_cv_fail: fail, not ",
			...["cv_fail_i2_as2_fail: fail, not ", "cv_fail_i2_as1_fail: fail, not "],
			// RFC 8301 §3.1 retired SHA-1 after the suite was written.
			"as_fields_a_sha1: fail, not Pass",
		]);
	}, 60_000);
});
