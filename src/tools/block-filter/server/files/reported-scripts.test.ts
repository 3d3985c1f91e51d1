import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { actionWords, conditionWords } from "../../descriptions.ts";
import { namesIn } from "../formats/sieve/folders.ts";
import { readSieve } from "../formats/sieve/read.ts";
import { conditionOf } from "../rule.ts";

const folder = new URL("../../../../../fixtures/reported/rules/", import.meta.url);

/** Each filter in words, then the names of what is skipped. */
function imported(script: string, folders = namesIn([])): string[] {
	const { rules, skipped } = readSieve(script, folders);
	const made = rules.map(
		({ draft }) => `${actionWords(draft)}: ${conditionWords(conditionOf({ ...draft, conditions: draft.conditions }))}`,
	);
	return [...made, ...skipped.map(({ name, line }) => `skipped ${name} (${line})`)];
}

const EXPECTED: Record<string, string[]> = {
	"s01-not-allof-then-more": [
		"Move to “Box”: Not ((from a@example.org or from b@example.org or Header Sender matches “*<a@example.org>” or Header Sender is “a@example.org” or Header Sender matches “*<b@example.org>” or Header Sender is “b@example.org”) and the subject contains “inactive”) and from c@example.org",
	],
	"s02-keep-stop-protects": [
		"Delete: The subject contains “offer” and not from boss@example.org",
		"skipped Boss stays (3)",
	],
	"s04-subject-is": ["Delete: The subject is “test”"],
	"s06-folder-with-dots": [
		"Move to “Lists/dev.example.org”: List-Id contains “dev.example.org”",
		"Move to “INBOX.Releases.v2”: The subject contains “v2”",
	],
	"s07-variables": ["skipped “if” (3)"],
	"s09-nested-ifs": [
		"Move to “Tagged”: The subject contains “TAG” and the sender's address does not contain “example.net”",
		"Move to “Someone”: (To contains “someone@example.net” or Cc contains “someone@example.net”) and the sender's address does not contain “example.net”",
		"skipped “if” (2)",
	],
	"s10-horde-vacation": [
		"Block: From spam@example.com or Header Sender matches “*<spam@example.com>” or Header Sender is “spam@example.com”",
		"skipped Absence (3)",
	],
	"s11-multiline-text": ["Move to “Y”: The subject contains “y”", "skipped “if” (2)"],
	"s12-contains-domain-suffix": [
		"Delete: The sender's address contains “@example.com” or the sender's name contains “@example.com”",
		"Delete: The sender's address matches “*@example.com”",
		"Delete: The sender's address contains “example.com”",
	],
	"s13-size-and-flags": [
		"Star: Larger than 512 kB",
		"Block: X-Spam-Flag is “YES”",
		"Move to “Ops”: To contains “ops@” or Cc contains “ops@”",
	],
	"s14-else-chain": ["Move to “A”: From a@example.org", "Move to “B”: From b@example.org", "skipped “else” (4)"],
};

describe("kind 3: an import never does more than the script", () => {
	const files = readdirSync(folder).filter((name) => name.endsWith(".sieve"));
	it.each(files)("%s", (name) =>
		expect(imported(readFileSync(new URL(name, folder), "utf8"))).toEqual(EXPECTED[name.replace(".sieve", "")]),
	);

	it.each([
		[
			"filing into the inbox protects, too",
			'if address "from" "boss@example.org" { fileinto "INBOX"; stop; }\nif size :over 1M { discard; }',
			["Delete: Larger than 1.05 MB and not from boss@example.org", "skipped “if” (1)"],
		],
		[
			"an elsif needs its if",
			'if header :regex "subject" "^a" { addflag "\\\\Seen"; }\nelsif size :over 1M { discard; }\nif size :under 1K { discard; }',
			["Delete: Smaller than 1.02 kB", "skipped “if” (1)", "skipped “elsif” (2)"],
		],
		[
			"a guard that cannot be read refuses what it guards, by name",
			'# rule:[VIP]\nif envelope "from" "boss@example.org" { stop; }\n# rule:[Offers]\nif header :contains "subject" "offer" { discard; }',
			["skipped VIP (2)", "skipped Offers (4)"],
		],
		[
			"nothing runs after stop",
			"if size :over 1M { discard; }\nstop;\nif size :over 1K { discard; }",
			["Delete: Larger than 1.05 MB", "skipped “if” (3)"],
		],
		[
			"keeping by a later rule protects from an earlier one without stop",
			'if header :contains "subject" "offer" { discard; }\nif address "from" "boss@example.org" { keep; }',
			["Delete: The subject contains “offer” and not from boss@example.org", "skipped “if” (2)"],
		],
		[
			"filing by a later rule saves from an earlier one that deletes without stop",
			'if header :contains "subject" "offer" { discard; }\nif address "from" "boss@example.org" { fileinto "Boss"; }',
			["Move to “Boss”: From boss@example.org", "Delete: The subject contains “offer”"],
		],
		[
			"an anchored pattern stays anchored",
			'if header :matches "subject" "offer *" { discard; }',
			["Delete: The subject matches “offer *”"],
		],
		[
			"a domain is not its subdomains",
			'if address :domain "from" "example.org" { discard; }',
			["Delete: The sender's address matches “*@example.org”"],
		],
		["To is not Cc", 'if address "to" "me@example.org" { discard; }', ["Delete: To is “me@example.org”"]],
		[
			"a comparison of case is refused",
			'if header :comparator "i;octet" "subject" "Test" { discard; }',
			["skipped “if” (1)"],
		],
		["a copy is no move", 'if size :over 1M { fileinto :copy "Big"; }', ["skipped “if” (1)"]],
		[
			"an unknown command protects all mail after it",
			'include "other";\nif size :over 1M { discard; }',
			["skipped “include” (1)", "skipped “if” (2)"],
		],
	])("%s", (_, script, expected) => expect(imported(script)).toEqual(expected));

	it("says which rule refuses another", () => {
		const { skipped } = readSieve(
			'# rule:[VIP]\nif header :regex "subject" "^a" { keep; stop; }\n# rule:[Offers]\nif size :over 1M { discard; }',
		);
		expect(skipped.map(({ reason }) => reason)).toEqual([
			"It uses a comparison that filters don't support.",
			expect.stringMatching(/^In the script, “VIP” decides first .* could do more than the script\.$/),
		]);
	});

	it.each([
		["a dot", [{ id: "INBOX.Lists.Dev", name: "Lists/Dev" }], "Releases.v2", "Releases/v2"],
		["a dot below a prefix", [{ id: "INBOX.Lists.Dev", name: "Lists/Dev" }], "INBOX.Releases.v2", "Releases/v2"],
		["a slash", [{ id: "Lists/Dev", name: "Lists/Dev" }], "INBOX.Releases.v2", "INBOX.Releases.v2"],
		[
			"known",
			[
				{ id: "odd.name", name: "odd.name" },
				{ id: "a.b", name: "a/b" },
			],
			"odd.name",
			"odd.name",
		],
		["unknown, told by the script", [], "INBOX.Releases.v2", "Releases/v2"],
		["unknown", [], "Releases.v2", "Releases.v2"],
	])("takes folders apart where the server does: %s", (_, folders, written, name) =>
		expect(imported(`if size :over 1M { fileinto "${written}"; }`, namesIn(folders))).toEqual([
			`Move to “${name}”: Larger than 1.05 MB`,
		]),
	);
});
