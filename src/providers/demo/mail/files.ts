/** Writes attachments byte by byte: PDF, ZIP, DOCX, WAV, PNG and TIFF files, and the large ones. */

import { crc32, deflateSync } from "node:zlib";
import { escapeHtml } from "#shared/escape-html.ts";
import type { FilePart } from "./compose.ts";
import { expand, readText } from "./content.ts";
import { prng } from "./prng.ts";

interface Picture {
	width: number;
	height: number;
	/** Three bytes per pixel, row by row. */
	rgb: Uint8Array;
}

/** Hills behind each other, grainy, so that they do not compress well. */
function landscape(name: string, width: number, height: number): Picture {
	const random = prng(name);
	const ridges = Array.from({ length: 6 }, (_, layer) => {
		const [phase, waves] = [random.next() * 7, 2 + random.next() * 6 + layer];
		const bend = (x: number): number => 0.05 * Math.sin((x / width) * waves + phase);
		return Float64Array.from({ length: width }, (_, x) => (0.34 + layer * 0.12 + bend(x)) * height);
	});
	const rgb = new Uint8Array(width * height * 3);
	for (let y = 0, at = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			let layer = 0;
			while (layer < 6 && y > (ridges[layer]?.[x] as number)) layer++;
			const grain = Math.floor(random.next() * 0x1000);
			rgb[at++] = 226 - layer * 31 + (grain & 15);
			rgb[at++] = 214 - layer * 25 + ((grain >> 4) & 15);
			rgb[at++] = 196 - layer * 24 + (grain >> 8);
		}
	}
	return { width, height, rgb };
}

/** A square two-tone logo for newsletters. @param accent six hexadecimal digits */
export function logo(name: string, accent: string): Buffer {
	const size = 48;
	const random = prng(name);
	const ink = Buffer.from(accent, "hex");
	const cells = Array.from({ length: 15 }, () => random.chance(0.55));
	const rgb = new Uint8Array(size * size * 3).fill(250);
	for (let pixel = 0; pixel < size * size; pixel++) {
		const column = Math.floor(((pixel % size) * 5) / size);
		const row = Math.floor((Math.floor(pixel / size) * 5) / size);
		if (cells[row * 3 + Math.min(column, 4 - column)]) rgb.set(ink, pixel * 3);
	}
	return png({ width: size, height: size, rgb });
}

const uint32 = (value: number): Buffer => Buffer.from(value.toString(16).padStart(8, "0"), "hex");

/** PNG (RGB, 8 bits), uncompressed: compressors differ between builds, and the mailbox must be the same bytes everywhere. */
function png({ width, height, rgb }: Picture): Buffer {
	const chunk = (type: string, data: Uint8Array): Buffer => {
		const body = Buffer.concat([Buffer.from(type), data]);
		return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
	};
	const rows = new Uint8Array(height * (width * 3 + 1));
	for (let y = 0; y < height; y++) rows.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
	return Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		chunk("IHDR", Buffer.concat([uint32(width), uint32(height), Buffer.of(8, 2, 0, 0, 0)])),
		chunk("IDAT", deflateSync(rows, { level: 0, chunkSize: rows.length + 65_536 })),
		chunk("IEND", new Uint8Array()),
	]);
}

/** Little-endian fields. @param fields pairs of bytes and value */
function packed(...fields: readonly (readonly [bytes: number, value: number])[]): Buffer {
	const out = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
	let at = 0;
	for (const [bytes, value] of fields) at = out.writeUIntLE(value, at, bytes);
	return out;
}

/** Uncompressed TIFF 6.0 (RGB, little-endian, one strip), as a scanner would send it. */
function tiff({ width, height, rgb }: Picture): Buffer {
	const long = (tag: number, value: number) =>
		[
			[2, tag],
			[2, 4],
			[4, 1],
			[4, value],
		] as const;
	const short = (tag: number, value: number, count = 1) =>
		[
			[2, tag],
			[2, 3],
			[4, count],
			[4, value],
		] as const;
	const tags = [
		...[long(256, width), long(257, height), short(258, 134, 3), short(259, 1), short(262, 2)],
		...[long(273, 140), short(277, 3), long(278, height), long(279, rgb.length), short(284, 1)],
	];
	const head = packed([2, 0x4949], [2, 42], [4, 8], [2, tags.length], ...tags.flat(), [4, 0], [2, 8], [2, 8], [2, 8]);
	return Buffer.concat([head, rgb]);
}

/** Mono 16-bit audio at 22,050 Hz: a low tone with room noise. */
function wav(name: string, bytes: number): Buffer {
	const samples = Math.floor((bytes - 44) / 2);
	const noise = prng(name);
	const format = packed([4, 16], [2, 1], [2, 1], [4, 22_050], [4, 44_100], [2, 2], [2, 16]);
	const tone = Int16Array.from({ length: 22_050 }, (_, i) => 3000 * Math.sin((i / 22_050) * Math.PI * 2 * 220));
	const sound = new Int16Array(samples);
	for (let i = 0; i < samples; i++) sound[i] = (tone[i % 22_050] as number) + noise.next() * 1024 - 512;
	const size = samples * 2;
	return Buffer.concat([
		...[Buffer.from("RIFF"), packed([4, 36 + size]), Buffer.from("WAVEfmt "), format],
		...[Buffer.from("data"), packed([4, size]), new Uint8Array(sound.buffer)],
	]);
}

/** A ZIP archive of stored entries (uncompressed, dated 1 January 1980, so that the bytes never change). */
export function zip(entries: readonly (readonly [name: string, data: Uint8Array])[]): Buffer {
	const local: Buffer[] = [];
	const central: Buffer[] = [];
	let offset = 0;
	for (const [name, data] of entries) {
		const [title, size] = [Buffer.from(name), data.length];
		const common = packed(
			[2, 20],
			[2, 0x800],
			[4, 0],
			[2, 0x21],
			[4, crc32(data)],
			[4, size],
			[4, size],
			[4, title.length],
		);
		const file = Buffer.concat([Buffer.from("PK\x03\x04"), common, title, data]);
		central.push(Buffer.from("PK\x01\x02\x14\x00"), common, packed([6, 0], [4, 0], [4, offset]), title);
		local.push(file);
		offset += file.length;
	}
	const directory = Buffer.concat(central);
	const counts = packed([4, 0], [2, entries.length], [2, entries.length], [4, directory.length], [4, offset], [2, 0]);
	return Buffer.concat([...local, directory, Buffer.from("PK\x05\x06"), counts]);
}

/** A Word document (ECMA-376) of plain paragraphs. */
function docx(paragraphs: readonly string[]): Buffer {
	const values = { paragraphs: paragraphs.map((text) => ({ text })) };
	const part = (name: string): Buffer => Buffer.from(expand(readText(`files/${name}`), values, escapeHtml));
	return zip([
		["[Content_Types].xml", part("docx-content-types.xml")],
		["_rels/.rels", part("docx-relationships.xml")],
		["word/document.xml", part("docx-document.xml")],
	]);
}

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

/** A PDF 1.4 with a page of Latin-1 text and, where there is a picture, a page that shows it. */
function pdf(title: string, lines: readonly string[], picture: Picture | null): Buffer {
	const shown = (font: string, y: number, line: string): string =>
		`BT /${font} Tf 64 ${y} Td (${line.replaceAll(/[\\()]/g, "\\$&")}) Tj ET`;
	const text = [shown("F2 20", 760, title), ...lines.map((line, i) => shown("F1 11", 722 - i * 18, line))].join("\n");
	const { width = 1, height = 1, rgb = new Uint8Array() } = picture ?? {};
	const tall = Math.round((475 * height) / width);
	const drawing = `q 475 0 0 ${tall} 60 ${780 - tall} cm /Im1 Do Q`;
	const values = {
		...{ picture: picture !== null, textOnly: picture === null, width, height, imageLength: rgb.length },
		...{ text, textLength: text.length, drawing, drawingLength: drawing.length },
	};
	const objects = `${expand(readText("files/document.pdf.txt"), values).trimEnd()}\n`;
	const [before = "", after] = objects.split("(the picture)");
	const body = Buffer.concat([latin1(before), ...(after === undefined ? [] : [rgb, latin1(after)])]);
	const offsets = [...before.matchAll(/^\d 0 obj$/gm)].map(
		({ index }) => `${String(index).padStart(10, "0")} 00000 n \n`,
	);
	const table = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
	const trailer = `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
	return Buffer.concat([body, latin1(table + trailer)]);
}

/** What a file is written from. */
interface Source {
	name: string;
	/** Names its random numbers. */
	key: string;
	/** 10^6 bytes; 0: small. */
	megabytes: number;
	title: string;
	lines: readonly string[];
}

function picture({ key, megabytes }: Source, ratio: number): Picture {
	const width = megabytes > 0 ? Math.round(Math.sqrt((megabytes * 1e6) / 3 / ratio)) : 96;
	return landscape(key, width, Math.round(width * ratio));
}

const FORMATS: Record<string, [type: string, write: (source: Source) => Uint8Array]> = {
	pdf: [
		"application/pdf",
		(source) => pdf(source.title, source.lines, source.megabytes > 0 ? picture(source, 1.3) : null),
	],
	png: ["image/png", (source) => png(picture(source, 0.66))],
	tif: ["image/tiff", (source) => tiff(picture(source, 1.3))],
	wav: ["audio/wav", ({ key, megabytes }) => wav(key, Math.max(megabytes, 0.1) * 1e6)],
	csv: ["text/csv", ({ name }) => Buffer.from(`${readText(`files/${name}`).replaceAll("\n", "\r\n")}\r\n`)],
	docx: [
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		({ title, lines }) => docx([title, ...lines]),
	],
	zip: [
		"application/zip",
		(source) => {
			const contents = `${[source.title, ...source.lines].join("\r\n")}\r\n`;
			return zip([
				["contents.txt", Buffer.from(contents)],
				["plan.png", png(picture(source, 0.66))],
			]);
		},
	],
};

/**
 * The files for the text's `attach name.ext; 6.5 name.ext` (decoded size in megabytes, 10^6 bytes), generated on demand.
 * @throws for an unknown extension, which is an authoring mistake
 */
export function attachments(request: string, key: string, lines: readonly string[]): FilePart[] {
	const readable = lines.filter((line) => /^[\x20-\xff]*$/.test(line)).map((line) => line.slice(0, 96));
	const requests = request.split("; ").filter((one) => one !== "");
	return requests.map((one) => {
		const [name = "", size = "0"] = one.split(" ").reverse();
		const [base = "", extension = ""] = name.split(".");
		const [type, write] = FORMATS[extension] ?? [];
		if (!type || !write) throw new Error(`The demo text asks for a file of unknown type: ${name}`);
		const title = base.replaceAll("-", " ");
		const source = { name, key: `${key}/${name}`, megabytes: Number(size), title, lines: readable.slice(0, 30) };
		return { type, name, bytes: () => write(source) };
	});
}
