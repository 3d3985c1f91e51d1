import { zip } from "../fixtures/mbox/zip.ts";

/** An XLSX file. @param sheets the XML of the rows of each, by its name */
export function workbookOf(sheets: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
	const names = Object.keys(sheets);
	const tags = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index + 1}"/>`);
	const relations = names.map(
		(_, index) => `<Relationship Id="r${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
	);
	return new Uint8Array(
		zip([
			{ path: "[Content_Types].xml", bytes: "<Types/>" },
			{ path: "xl/workbook.xml", bytes: `<workbook><sheets>${tags.join("")}</sheets></workbook>` },
			{ path: "xl/_rels/workbook.xml.rels", bytes: `<Relationships>${relations.join("")}</Relationships>` },
			...Object.values(sheets).map((rows, index) => ({
				path: `xl/worksheets/sheet${index + 1}.xml`,
				bytes: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
			})),
		]),
	);
}
