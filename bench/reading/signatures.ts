import { splitQuotedText } from "#shared/mail/quoted-text.ts";
import { readTarball } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { absentRow, excerpt, type ReadingRow, share } from "./row.ts";

const CORPUS = "signature/mailgun-forge.tar.gz";
const WHAT = "Signature lines";
const MARK = /^#(?:sig|reply)#/;

/** Judges the lines of hand-marked signatures, found with the sender's name as the reader finds them. */
export async function judgeSignatures(): Promise<ReadingRow> {
	const path = corpus(CORPUS);
	if (path === null) return absentRow(WHAT, CORPUS);
	const files = new Map((await readTarball(path)).map((file) => [file.path, file.bytes.toString("utf8")]));
	const misses: string[] = [];
	let right = 0;
	let wrong = 0;
	let missed = 0;
	for (const [file, body] of files) {
		if (!file.endsWith("_body")) continue;
		const sender = (files.get(file.replace(/_body$/, "_sender")) ?? "").trim();
		const name = sender.replace(/<[^<]*$/, "").trim() || sender;
		const lines = body.split(/\r?\n/);
		const marks = splitQuotedText(lines.map((line) => line.replace(MARK, "")).join("\n"), name).flatMap(
			({ kind, text }) => text.split("\n").map(() => kind === "signature"),
		);
		const label = file.split("/").slice(-2).join("/");
		for (const [i, line] of lines.entries()) {
			if (line.replace(MARK, "").trim() === "") continue;
			const isSignature = line.startsWith("#sig#");
			if (isSignature && marks[i]) right++;
			else if (isSignature) missed++;
			else if (marks[i]) wrong++;
			if (isSignature !== marks[i])
				misses.push(`${label}: ${isSignature ? "not found" : "not a signature"}: ${excerpt(line.replace(MARK, ""))}`);
		}
	}
	return {
		what: WHAT,
		figures: [
			{ name: "precision", value: share(right, right + wrong), bar: 1, count: right + wrong },
			{ name: "recall", value: share(right, right + missed), bar: 0.9, count: right + missed },
		],
		misses,
	};
}
