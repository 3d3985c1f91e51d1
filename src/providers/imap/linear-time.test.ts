import { testLinear } from "#shared/testing/linear-time.ts";
import { errorText } from "./connection/errors.ts";
import { splitMessage, withoutBcc } from "./send/header-section.ts";
import { NoSieve, readLine } from "./sieve/responses.ts";
import { sectionOf, withoutSection, withSection } from "./sieve/section.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const HEADER = ["Bcc: ", "To: ", "a@b,", "\n", "\r\n", "\n ", " ", "a", ":", "resent-bcc:", '"', "\\", "<", "("];

const tolerantLine = (text: string) => {
	try {
		return readLine(bytes(text));
	} catch (cause) {
		if (cause instanceof NoSieve) return null;
		throw cause;
	}
};

testLinear([
	{
		name: "answers of servers",
		run: (text) => errorText(Object.assign(new Error(), { responseText: text })),
		alphabet: ["[", "]", " ", "NO ", "a", "\t"],
	},
	{ name: "messages to send", run: (text) => splitMessage(bytes(text)), alphabet: HEADER },
	{ name: "Bcc", run: (text) => withoutBcc(bytes(text)), alphabet: HEADER },
	{
		name: "ManageSieve",
		run: tolerantLine,
		alphabet: ['"', "\\", "{1}\r\n", "{", "\r\n", " ", "a", "OK ", "(", ")"],
	},
	{
		name: "sections of scripts",
		run: (text) => [sectionOf(text), withoutSection(text), withSection(text, "keep;")],
		alphabet: ["#", "\n", "require ", "[", '"', "]", ";", "a", " ", "\r\n", "/*", "*/"],
	},
]);
