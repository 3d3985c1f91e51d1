import { testLinear } from "#shared/testing/linear-time.ts";
import { folderNamed, readGmailLabels, splitLabels } from "./message-state/gmail-labels.ts";
import { decodeWords, stateFields } from "./message-state/header.ts";
import { folderFromName, messageStateOf } from "./message-state/message-state.ts";
import { formatOf } from "./reading/format.ts";
import { isBareSeparator, isSeparator, separatorDate } from "./split/separator.ts";
import { createSplitter } from "./split/splitter.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const SEPARATOR = [
	"From ",
	"a@b ",
	"Mon Jan  5 08:50:15 2004",
	"Mon ",
	"Jan ",
	" ",
	"1",
	":",
	"+0100 ",
	"remote from ",
	"a",
	"(",
	")",
];
const LABELS = ['"', '""', "\\", ",", " ", "a", "Category ", ":", "=?utf-8?q?", "?=", "\u0315", "\u0300", "-", "'"];
const MBOX = [
	"From a@b Mon Jan  5 08:50:15 2004\n",
	"From \n",
	">From ",
	"\n",
	"\r\n",
	"Content-Length: 9\n",
	"a",
	"Subject: x\n",
	" ",
	"Status: R\n",
];

const split = (text: string) => {
	const splitter = createSplitter();
	const raw = bytes(`From a@b Mon Jan  5 08:50:15 2004\n${text}`);
	let count = 0;
	for (let at = 0; at < raw.length; at += 65_536) {
		splitter.push(raw.subarray(at, at + 65_536));
		for (const _ of splitter.items()) count++;
	}
	for (const _ of splitter.finish()) count++;
	return count;
};

testLinear([
	{ name: "mbox files", run: split, alphabet: MBOX, sizes: [65_536, 1_048_576] },
	{
		name: "separator lines",
		run: (text) => [isSeparator(text), isBareSeparator(text, true), separatorDate(text, 0)],
		alphabet: SEPARATOR,
	},
	{ name: "labels", run: splitLabels, alphabet: LABELS },
	{ name: "Gmail's labels", run: readGmailLabels, alphabet: LABELS },
	{ name: "names of folders", run: folderNamed, alphabet: [...LABELS, "\ufdfa"] },
	{
		name: "names of files",
		run: folderFromName,
		alphabet: ["/", "\\", ".", "mbox", "-", " ", "_", "(", "1", ")", ".eml", "a"],
	},
	{
		name: "encoded words of Takeout",
		run: decodeWords,
		alphabet: ["=?", "?=", "?", "utf-8", "?q?", "?b?", "=C3", " ", "\t", "a", "_"],
	},
	{
		name: "fields that tell state",
		run: (text) => stateFields(bytes(text)),
		alphabet: ["Status:", "X-Gmail-Labels:", " ", "\t", "\n", "\n ", "\r\n", "a"],
	},
	{
		name: "a message's state",
		run: (text) => messageStateOf(bytes(`X-Gmail-Labels: ${text}\n\n`), text),
		alphabet: LABELS,
	},
	{
		name: "what a file is",
		run: (text) => formatOf(bytes(text.slice(0, 4_096)), text),
		alphabet: ["a:", " ", "\n", "From ", ".gz", "mbox", "/", "\0"],
	},
]);
