import { contentHash } from "#providers/mbox/reading/identity.ts";
import { type FullMessage, parseFull } from "#server/mail/parse/parse-message.ts";
import { type ArchivedFile, readTarball } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { absentRow, normalizeSpace, type ReadingRow, share } from "./row.ts";

const SAMPLES = ["stalwart-rfc", "stalwart-legacy-hunny", "enmime", "mime-tools", "geary", "email-mime-perl"];
const MIME_BAR = 0.99;

/** What a published parse result says; see `vectors.test.ts` for all of it. */
interface Expected {
	text_body: number[];
	html_body: number[];
	attachments: number[];
	parts: { headers: { name: unknown; value: unknown }[]; body: { Text?: string; Html?: string } }[];
}

/** Judges MIME samples by the results published with them; those without one by what any message must have. */
export async function judgeMime(): Promise<ReadingRow> {
	const what = "MIME samples read as they should be";
	const misses: string[] = [];
	let count = 0;
	for (const name of SAMPLES) {
		const files = await filesOf(name);
		for (const { path, bytes } of files.values()) {
			if (!isMessage(path)) continue;
			count++;
			const full = await parseFull(bytes);
			const problem = fault(full) ?? againstResult(full, files.get(path.replace(/\.eml$/, ".json")));
			const attached = problem ?? againstParts(full, files.get(path.replace(/\.msg$/, ".ref")));
			if (attached !== null) misses.push(`${path}: ${attached}`);
		}
	}
	if (count === 0) return absentRow(what, "mime/");
	const value = share(count - misses.length, count);
	return { what, figures: [{ name: "right", value, bar: MIME_BAR, count }], misses };
}

/** Judges that a message is the same mail with CRLF and with LF. */
export async function judgeLineEnds(): Promise<ReadingRow> {
	const what = "One mail with CRLF and with LF";
	const misses: string[] = [];
	let count = 0;
	for (const name of SAMPLES)
		for (const { path, bytes } of (await filesOf(name)).values()) {
			if (!isMessage(path)) continue;
			count++;
			const text = bytes.toString("latin1").replace(/\r\n|\r/g, "\n");
			const [lf, crlf] = [text, text.replaceAll("\n", "\r\n")].map((one) => Buffer.from(one, "latin1"));
			if ((await contentHash(lf as Buffer)) !== (await contentHash(crlf as Buffer))) misses.push(`${path}: two mails`);
			else if ((await summary(lf as Buffer)) !== (await summary(crlf as Buffer)))
				misses.push(`${path}: read differently`);
		}
	if (count === 0) return absentRow(what, "mime/");
	return { what, figures: [{ name: "one", value: share(count - misses.length, count), bar: 1, count }], misses };
}

async function summary(raw: Buffer): Promise<string> {
	const { message } = await parseFull(raw);
	const { subject, from, to, messageId, text, attachments } = message;
	const names = attachments.map(({ filename, contentType }) => [filename, contentType]);
	return JSON.stringify([subject, from, to, messageId, normalizeSpace(text), names]);
}

async function filesOf(name: string): Promise<Map<string, ArchivedFile>> {
	const path = corpus(`mime/${name}.tar.gz`);
	return new Map((path === null ? [] : await readTarball(path)).map((file) => [file.path, file]));
}

function isMessage(path: string): boolean {
	return /\.(?:eml|raw|msg)$/.test(path) || /email-mime-perl\/[^.]+$/.test(path);
}

function fault({ message }: FullMessage): string | null {
	return message.damage.find((line) => line.includes("could not be read:")) ?? null;
}

function againstResult(full: FullMessage, result: ArchivedFile | undefined): string | null {
	if (result === undefined || !result.path.endsWith(".json")) return null;
	const expected = JSON.parse(result.bytes.toString("utf8")) as Expected;
	const subject = expected.parts[0]?.headers.find(({ name }) => name === "subject")?.value as
		| { Text?: string }
		| undefined;
	if (!agrees(full.message.subject, subject?.Text ?? "")) return "another subject";
	const texts = expected.text_body.map((i) => expected.parts[i]?.body ?? {});
	const wanted = texts.map(({ Text = "" }) => Text.replace(/^begin [0-7]{3} [\s\S]*?^end$/gm, "")).join("\n");
	if (!texts.some(({ Html }) => Html !== undefined) && !agrees(full.text, wanted)) return "another text";
	const isPage = expected.html_body.some((i) => expected.parts[i]?.body.Html !== undefined);
	if (isPage !== (full.html !== null)) return isPage ? "no HTML" : "HTML that is none";
	if (full.message.attachments.length < expected.attachments.length) return "attachments are missing";
	return null;
}

/** Bytes that are no UTF-8 are replaced there, and read as Latin-1 here. */
function agrees(got: string, wanted: string): boolean {
	const pieces = normalizeSpace(wanted)
		.split(/\ufffd+/)
		.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	return new RegExp(`^${pieces.join("[\\s\\S]{1,4}")}$`).test(normalizeSpace(got));
}

/** The files that MIME-tools lists, with their sizes. */
function againstParts(full: FullMessage, reference: ArchivedFile | undefined): string | null {
	if (reference === undefined || !reference.path.endsWith(".ref")) return null;
	const listed = full.message.attachments.map(({ filename }) => filename);
	const blocks = reference.bytes.toString("latin1").matchAll(/"(?:Part_\d+)" => \{([^}]*)\}/g);
	for (const [, block = ""] of blocks) {
		const name = /"Filename" => "((?:[^"\\]|\\.)*)"/.exec(block)?.[1]?.replace(/\\(.)/g, "$1");
		const isText = /"Type" => "text\/(?:plain|html)"/.test(block);
		const isAttachment = /"Disposition" => "attachment"/.test(block);
		if (name === undefined || name.includes("/") || name.includes("=?") || (isText && !isAttachment)) continue;
		const utf8 = Buffer.from(name, "latin1").toString("utf8");
		if (!listed.includes(name) && !listed.includes(utf8)) return `no attachment ${name}`;
	}
	return null;
}
