import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { DnsAnswer, RecordType } from "#kernel/net.ts";
import { readHeaderSection } from "#kernel/parse.ts";
import { readTarball } from "../../../../../fixtures/archives.ts";
import { corpus } from "../../../../../fixtures/corpora.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import { type KeyAnswers, keyNamesOf, verifySignatures } from "./signatures.ts";
import { evaluateSpf } from "./spf.ts";

/** Public test vectors of the standards. Every test prints how many agree, and each miss. */

function report(what: string, { count, missed }: { count: number; missed: readonly string[] }): void {
	const share = ((100 * (count - missed.length)) / count).toFixed(1);
	process.stdout.write(
		[`${what}: ${count - missed.length} of ${count} as expected (${share} %)`, ...missed, ""].join("\n  "),
	);
}

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
		report("SPF", { count, missed });
		expect(count).toBe(125);
		expect(missed).toEqual([]);
	});
});

/** What a verifier finds, by the beginning of a message's name in the corpus. */
const dkimExpected: readonly (readonly [name: RegExp, passes: boolean])[] = [
	[/^(?:good|mine|no_body|multiple)/, true],
	[/^(?:bad|ignore|dk_)/, false],
];

/** Why a good message doesn't pass here: what standards retired since. */
const dkimMissed = {
	"the key is shorter than 1,024 bits (RFC 8301 §3.2)": [
		...["good_1878523", "good_ietf01_1", "good_ietf01_2", "good_qp_1", "good_qp_2", "good_qp_3"],
		...["good_rfc4871_3", "good_rfc4871_4", "goodkey_1", "goodkey_2", "goodkey_3", "goodkey_4", "multiple_1"],
	],
	"a draft before RFC 4871, without a body hash": [1, 2, 3, 4, 5].map((number) => `good_ietf00_${number}`),
	"DomainKeys (RFC 4870), not DKIM": [
		...[1, 2, 3, 4, 5, 6, 7].map((number) => `good_dk_${number}`),
		...["good_dk_gmail", "good_dk_yahoo"],
	],
};

describeIf(corpus("auth/mail-dkim-corpus.tar.gz") !== null)("DKIM", () => {
	it("passes good messages, except for what is retired, and no bad one", async () => {
		const files = await readTarball(corpus("auth/mail-dkim-corpus.tar.gz") ?? "");
		const keys = keysIn(files.find(({ path }) => path.endsWith("FAKE_DNS.dat"))?.bytes.toString("utf8") ?? "");
		const missed: Record<string, string[]> = {};
		let count = 0;
		for (const { path, bytes } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
			const title = /(\w+)\.txt$/.exec(path)?.[1];
			if (title === undefined) continue;
			count += 1;
			const text = bytes.toString("latin1").replace(/\r?\n/g, "\r\n");
			const { dkim } = await verifySignatures(Buffer.from(text, "latin1"), keys);
			const passes = dkim.some(({ result }) => result === "pass");
			const expected = dkimExpected.find(([name]) => name.test(title))?.[1];
			expect([title, expected]).toEqual([title, expect.any(Boolean)]);
			if (passes === expected) continue;
			const reason = reasonOf(text, dkim);
			missed[reason] = [...(missed[reason] ?? []), title];
		}
		report("DKIM", {
			count,
			missed: Object.entries(missed).flatMap(([reason, titles]) => titles.map((title) => `${title}: ${reason}`)),
		});
		expect(count).toBe(79);
		expect(missed).toEqual(dkimMissed);
	});
});

/** From the message and the result, not from its name. */
function reasonOf(text: string, dkim: readonly { result: string; detail: string }[]): string {
	if (dkim.length === 0 && /^domainkey-signature:/im.test(text)) return "DomainKeys (RFC 4870), not DKIM";
	if (dkim.length > 0 && !/\bbh\s*=/.test(text)) return "a draft before RFC 4871, without a body hash";
	// The result of RFC 8601 §2.7.1 for signatures that local policy doesn't accept.
	if (dkim.some(({ result }) => result === "policy")) return "the key is shorter than 1,024 bits (RFC 8301 §3.2)";
	return dkim.map(({ result, detail }) => `${result}, ${detail}`).join("; ") || "no signature";
}

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
	tests: Record<string, { message: string | null; cv: string | null }>;
	"txt-records": Record<string, string>;
}

describeIf(corpus("auth/arc-validation.tar.gz") !== null)("ARC", () => {
	it("agrees with the vectors", async () => {
		const missed: string[] = [];
		/** The suite has no expected result for these. */
		const withoutResult: string[] = [];
		let count = 0;
		for (const document of parseAllDocuments(await textOf("arc-validation.tar.gz", ".yml"))) {
			const suite = document.toJS() as ArcSuite | null;
			for (const [name, { message, cv }] of Object.entries(suite?.tests ?? {})) {
				if (!cv) {
					withoutResult.push(name);
					continue;
				}
				count += 1;
				const raw = Buffer.from((message ?? "").replace(/\r?\n/g, "\r\n"));
				const records = Object.entries(suite?.["txt-records"] ?? {});
				const keys: KeyAnswers = Object.fromEntries(records.map(([key, value]) => [key.toLowerCase(), [[value]]]));
				for (const key of keyNamesOf(readHeaderSection(raw, 0).fields)) keys[key] ??= [];
				const { arc } = await verifySignatures(raw, keys);
				const found = arc?.result ?? "none";
				if (found !== cv.toLowerCase()) missed.push(`${name}: ${found}, not ${cv}`);
			}
		}
		report("ARC", { count, missed });
		// RFC 8301 §3.1 retired SHA-1 after the suite was written.
		expect(missed).toEqual(["as_fields_a_sha1: fail, not Pass"]);
		expect([count, withoutResult]).toEqual([
			82,
			["cv_fail_i1_as_cv_fail", "cv_fail_i2_as2_fail", "cv_fail_i2_as1_fail"],
		]);
	});
});
