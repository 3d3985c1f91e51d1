/** Generates files for the demo mailbox byte by byte: PDF, ZIP, DOCX, CSV, WAV, and the large ones. */

import { crc32 } from "node:zlib";
import type { FilePart } from "./compose.ts";
import { landscape, type Picture, png, tiff } from "./pictures.ts";
import { prng, xoshiro128 } from "./prng.ts";

const pdfText = (text: string): string => text.replaceAll(/[\\()]/g, "\\$&");

/**
 * A PDF 1.4 of one or two pages: text in Helvetica, and optionally a page with a picture.
 * Supports Latin-1 text only.
 */
export function pdf(title: string, lines: readonly string[], picture?: Picture): Buffer {
	const text = [
		`BT /F2 20 Tf 64 760 Td (${pdfText(title)}) Tj ET`,
		...lines.map((line, index) => {
			const y = 722 - index * 18;
			const [left = "", right] = line.split("\t");
			const amount = right === undefined ? "" : ` BT /F1 11 Tf 440 ${y} Td (${pdfText(right)}) Tj ET`;
			return `BT /F1 11 Tf 64 ${y} Td (${pdfText(left)}) Tj ET${amount}`;
		}),
	].join("\n");
	const stream = (dictionary: string, data: Uint8Array): Buffer =>
		Buffer.concat([
			Buffer.from(`<< ${dictionary}/Length ${data.length} >>\nstream\n`, "latin1"),
			data,
			Buffer.from("\nendstream", "latin1"),
		]);
	const page = (contents: number, resources: string): Buffer =>
		Buffer.from(
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents ${contents} 0 R >>`,
		);
	const font = (name: string): Buffer =>
		Buffer.from(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
	const kids = picture ? "[5 0 R 7 0 R] /Count 2" : "[5 0 R] /Count 1";
	const objects: Buffer[] = [
		Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
		Buffer.from(`<< /Type /Pages /Kids ${kids} >>`),
		font("Helvetica"),
		font("Helvetica-Bold"),
		page(6, "/Font << /F1 3 0 R /F2 4 0 R >>"),
		stream("", Buffer.from(text, "latin1")),
	];
	if (picture) {
		const { width, height, rgb } = picture;
		const tall = Math.round((475 * height) / width);
		const size = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 `;
		objects.push(
			page(8, "/XObject << /Im1 9 0 R >>"),
			stream("", Buffer.from(`q 475 0 0 ${tall} 60 ${780 - tall} cm /Im1 Do Q`)),
			stream(`/Type /XObject /Subtype /Image ${size}`, rgb),
		);
	}
	const chunks = [Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1")];
	let offset = (chunks[0] as Buffer).length;
	const offsets: number[] = [];
	objects.forEach((object, index) => {
		const pdfObject = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
		offsets.push(offset);
		offset += pdfObject.length;
		chunks.push(pdfObject);
	});
	const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
	const count = objects.length + 1;
	const tail = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
	chunks.push(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${rows}${tail}`));
	return Buffer.concat(chunks);
}

/** A ZIP archive of stored entries (uncompressed, dated 1 January 1980, so that the bytes never change). */
export function zip(entries: readonly [name: string, data: Uint8Array][]): Buffer {
	const local: Buffer[] = [];
	const central: Buffer[] = [];
	let offset = 0;
	for (const [name, data] of entries) {
		const encoded = Buffer.from(name, "utf8");
		const common = Buffer.alloc(26);
		common.writeUInt16LE(20, 0);
		common.writeUInt16LE(0x0800, 2);
		common.writeUInt16LE(0x21, 8);
		common.writeUInt32LE(crc32(data), 10);
		common.writeUInt32LE(data.length, 14);
		common.writeUInt32LE(data.length, 18);
		common.writeUInt16LE(encoded.length, 22);
		const localHeader = Buffer.alloc(14);
		localHeader.writeUInt32LE(offset, 10);
		const piece = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, encoded, data]);
		central.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, localHeader, encoded);
		local.push(piece);
		offset += piece.length;
	}
	const directory = Buffer.concat(central);
	const end = Buffer.alloc(22);
	end.write("PK\x05\x06", 0, "latin1");
	end.writeUInt16LE(entries.length, 8);
	end.writeUInt16LE(entries.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...local, directory, end]);
}

const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A Word document (ECMA-376) of plain paragraphs. */
export function docx(paragraphs: readonly string[]): Buffer {
	const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
	const office = "http://schemas.openxmlformats.org";
	const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
	const types = `${head}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`;
	const relations = `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
	const body = paragraphs.map((line) => `<w:p><w:r><w:t xml:space="preserve">${xml(line)}</w:t></w:r></w:p>`).join("");
	const document = `${head}<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
	return zip([
		["[Content_Types].xml", Buffer.from(types)],
		["_rels/.rels", Buffer.from(relations)],
		["word/document.xml", Buffer.from(document)],
	]);
}

/** Mono 16-bit audio at 22,050 Hz: a slow chord with room noise. */
export function wav(name: string, bytes: number): Buffer {
	const samples = Math.floor((bytes - 44) / 2);
	const out = Buffer.alloc(44 + samples * 2);
	out.write("RIFF", 0, "latin1");
	out.writeUInt32LE(36 + samples * 2, 4);
	out.write("WAVEfmt ", 8, "latin1");
	out.writeUInt32LE(16, 16);
	out.writeUInt16LE(1, 20);
	out.writeUInt16LE(1, 22);
	out.writeUInt32LE(22_050, 24);
	out.writeUInt32LE(44_100, 28);
	out.writeUInt16LE(2, 32);
	out.writeUInt16LE(16, 34);
	out.write("data", 36, "latin1");
	out.writeUInt32LE(samples * 2, 40);
	const noise = xoshiro128(name);
	const tone = Int16Array.from({ length: 22_050 }, (_, i) => 3000 * Math.sin((i / 22_050) * Math.PI * 2 * 220));
	for (let i = 0; i < samples; i++) out.writeInt16LE((tone[i % 22_050] as number) + (noise() >>> 22) - 512, 44 + i * 2);
	return out;
}

function csv(name: string): Buffer {
	const random = prng(name);
	const rooms = ["East stair", "Main hall", "Net loft", "Reading room", "Boat shed", "Foyer", "Lantern room"];
	const things = ["Panel A1", "Panel A2", "Label rail", "Case 3", "Case 7", "Plinth, oak", "Hanging sign", "Map table"];
	const rows = Array.from({ length: random.int(18, 60) }, (_, index) =>
		[
			index + 1,
			random.pick(rooms),
			`"${random.pick(things)}"`,
			random.int(200, 2400),
			random.int(100, 1800),
			random.pick(["to do", "drawn", "with the maker", "installed"]),
		].join(","),
	);
	return Buffer.from(`${["no,room,item,width_mm,height_mm,state", ...rows].join("\r\n")}\r\n`);
}

const TYPES: Record<string, string> = {
	pdf: "application/pdf",
	png: "image/png",
	tif: "image/tiff",
	zip: "application/zip",
	wav: "audio/wav",
	csv: "text/csv",
	docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

function bytesOf(
	extension: string,
	name: string,
	key: string,
	megabytes: number,
	lines: readonly string[],
): Uint8Array {
	const title = name.replace(/\.\w+$/, "").replaceAll("-", " ");
	const shape = (ratio: number): Picture => {
		const width = megabytes > 0 ? Math.round(Math.sqrt((megabytes * 1e6) / 3 / ratio)) : 96;
		return landscape(key, width, Math.round(width * ratio));
	};
	if (extension === "pdf") return pdf(title, lines, megabytes > 0 ? shape(1.3) : undefined);
	if (extension === "png") return png(shape(0.66));
	if (extension === "tif") return tiff(shape(1.3));
	if (extension === "wav") return wav(key, Math.max(megabytes, 0.1) * 1e6);
	if (extension === "csv") return csv(key);
	if (extension === "docx") return docx([title, ...lines]);
	if (extension === "zip") {
		return zip([
			["contents.txt", Buffer.from(`${[title, ...lines].join("\r\n")}\r\n`)],
			["plan.png", png(shape(0.66))],
		]);
	}
	throw new Error(`The demo text asks for a file it cannot write: ${name}`);
}

/**
 * The file for the text's `attach name.ext` or `attach 6.5 name.ext` (decoded size in megabytes, 10^6 bytes).
 * The bytes are generated on demand.
 */
export function attachment(request: string, key: string, lines: readonly string[]): FilePart {
	const [, size, name] = /^(?:([\d.]+) )?(.+)$/.exec(request) as unknown as [string, string | undefined, string];
	const extension = name.slice(name.lastIndexOf(".") + 1);
	const type = TYPES[extension];
	if (!type) throw new Error(`The demo text asks for a file of unknown type: ${name}`);
	const readable = lines.filter((line) => /^[\x20-\xff]*$/.test(line)).map((line) => line.slice(0, 96));
	return {
		type,
		name,
		bytes: () => bytesOf(extension, name, `${key}/${name}`, Number(size ?? 0), readable.slice(0, 30)),
	};
}
