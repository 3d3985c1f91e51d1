import { describe, expect, it } from "vitest";
import { mapRows, suggestMapping } from "#web/ui/file-import/mapping.ts";
import { detectFormat, readRows, readSample } from "#web/ui/file-import/table-file.ts";
import { reported, reportedFiles } from "../../../../../fixtures/reported.ts";
import { contactOf } from "./contact-of.ts";
import { fields } from "./fields.ts";

/** What the import offers without a choice of the user, with empty values left out. */
async function imported(bytes: Uint8Array<ArrayBuffer>) {
	const file = new Blob([bytes]);
	const format = await detectFormat(file);
	const { rows, firstLine } = await readRows(file, format);
	const mapping = suggestMapping(await readSample(file, format), fields);
	const { rows: good, errors } = mapRows(rows, firstLine, mapping, fields);
	const contacts = good.map((row) =>
		Object.fromEntries(Object.entries(contactOf(row)).filter(([, value]) => value.length > 0)),
	);
	return { contacts, errors };
}

const text = (...lines: string[]) => new Uint8Array(Buffer.from(lines.join("\r\n")));
const latin = (...lines: string[]) => new Uint8Array(Buffer.from(lines.join("\r\n"), "latin1"));
const person = (name: string, ...emails: string[]) => ({ name, emails });
const ann = person("Ann", "ann@example.org");
const bob = person("Bob", "bob@example.net");

describe("kind 23: tables as programs write them", () => {
	it.each([
		["c01-bom-quoted", [person("Ann Example", "ann@example.org"), person("Bob, Jr.", "bob@example.net")]],
		["c02-semicolon-decimal", [person("Müller, Jürgen", "juergen@example.org"), person("Lee, Bo", "bo@example.net")]],
		["c03-cr-only", [ann, bob]],
		["c04-sep-line", [ann, bob]],
		["c05-utf16le-tab-bom", [person("Änn", "ann@example.org"), person("Bøb", "bob@example.net")]],
		["c07-windows-1252", [person("Zoé Müller", "ann@example.org")]],
		["c08a-shift-jis", [person("山田太郎", "ann@example.org"), person("鈴木一郎", "bob@example.net")]],
		["c08c-gbk", [person("张伟", "ann@example.org")]],
		["c08e-mac-roman", [person("Zoé Müller", "ann@example.org")]],
		[
			"c09-google-2024",
			[
				{
					...person("Ann M. Example", "ann@example.org", "ann.home@example.net"),
					...{ company: "Garden Ltd", position: "CEO", phones: ["+44 20 7946 0000"], note: "met 2024" },
					...{ postalAddress: "1 High St\nLondon", website: "https://garden.example" },
				},
				person("Bob Lee", "bob@example.net"),
			],
		],
		[
			"c11-quoted-newlines",
			[
				{ ...ann, postalAddress: "1 High St\r\nLondon" },
				{ ...bob, postalAddress: 'x "y" z' },
			],
		],
		["c12-trailing-delims", [ann, bob]],
		[
			"c13-name-angle",
			[
				{ ...person("Ann Example", "ann@example.org"), company: "Garden" },
				{ ...person("Lee, Bo", "bo@example.net"), company: "Field" },
				{ emails: ["cem@example.net"], company: "X" },
			],
		],
		["c14-two-emails-in-cell", [person("Ann", "ann@example.org", "ann2@example.org"), bob]],
		["c17-empty-email-rows", [ann, bob]],
		["c20-single-column", [{ emails: ["ann@example.org"] }, { emails: ["bob@example.net"] }]],
		["c21-invisible", [ann, bob, person("Cem", "cem@example.net"), person("Dee", "dee@example.net")]],
		["c22-excel-formula", [ann]],
		["c23-semicolon-one-col-commas", [{ emails: ["ann@example.org"] }, { emails: ["bob@example.net"] }]],
		["c24-last-first-headers", [{ ...person("Ann Beispiel", "ann@example.org"), company: "Garten GmbH" }]],
		[
			"c25-two-email-columns",
			[
				person("Ann", "ann.home@example.net", "ann@example.org"),
				person("Bob", "bob@example.org"),
				person("Cem", "cem@example.net"),
			],
		],
	])("%s", async (name, expected) => {
		expect((await imported(reported(`csv/${name}.csv`))).contacts).toEqual(expected);
	});

	it("c15-title-lines: the addresses, and a choice of the other columns", async () => {
		const { contacts } = await imported(reported("csv/c15-title-lines.csv"));
		expect(contacts).toEqual([{ emails: ["ann@example.org"] }, { emails: ["bob@example.net"] }]);
	});

	it("c16-unbalanced-quote, c19-header-with-comma", async () => {
		expect((await imported(reported("csv/c16-unbalanced-quote.csv"))).contacts).toEqual([
			{ ...ann, note: '5" pipe' },
			{ ...bob, note: 'he said "hi' },
			{ ...person("Cem", "cem@example.net"), note: "ok" },
		]);
		expect((await imported(reported("csv/c19-header-with-comma.csv"))).contacts).toMatchObject([
			{ emails: ["ann@example.org"] },
		]);
	});

	it("tries every file", () => expect(reportedFiles("csv")).toHaveLength(24));

	it("Outlook: a salutation is no position, an assistant's address not the contact's", async () => {
		const { contacts } = await imported(
			text(
				"Title,First Name,Last Name,Company,Job Title,Business Street,E-mail Address,E-mail 2 Address,Assistant's Email,Notes",
				"Dr.,Ann,Example,Garden,CEO,1 High St,ann@example.org,ann@example.net,cem@example.net,x",
				"Mr,Bob,Lee,,,,bob@example.net,,,",
			),
		);
		expect(contacts).toEqual([
			{
				...{ ...person("Ann Example", "ann@example.org", "ann@example.net"), company: "Garden", position: "CEO" },
				...{ postalAddress: "1 High St", note: "x" },
			},
			person("Bob Lee", "bob@example.net"),
		]);
	});

	it("a title that is a position", async () => {
		const { contacts } = await imported(text("Name,Title,Email", "Ann,Dr. of Physics,ann@example.org"));
		expect(contacts).toEqual([{ ...ann, position: "Dr. of Physics" }]);
	});

	it.each([
		["Prénom;Nom;Société;Fonction;Adresse e-mail;Téléphone portable", "Ann Lee"],
		["Name;Vorname;Firma;Position;E-Mail;Handy", "Lee Ann"],
		["Nombre;Apellidos;Empresa;Cargo;Correo electrónico;Móvil", "Ann Lee"],
		["Nome;Cognome;Azienda;Ruolo;Indirizzo e-mail;Cellulare", "Ann Lee"],
		["Imię;Nazwisko;Firma;Stanowisko;Adres e-mail;Telefon", "Ann Lee"],
		["Ad;Soyad;Şirket;Unvan;E-posta;Cep Telefonu", "Ann Lee"],
		["Имя;Фамилия;Компания;Должность;Эл. почта;Телефон", "Ann Lee"],
		["Keresztnév;Vezetéknév;Cég;Beosztás;E-mail cím;Telefonszám", "Ann Lee"],
		["名;姓;会社名;役職;メールアドレス;電話番号", "Ann Lee"],
		["名字;姓氏;公司;职位;电子邮件;手机", "Ann Lee"],
		["PRENOM;NOM;SOCIETE;FONCTION;COURRIEL;TELEPHONE", "Ann Lee"],
	])("columns named %s", async (header, name) => {
		const { contacts } = await imported(text(header, "Ann;Lee;Garden;CEO;ann@example.org;1"));
		const phone = header.includes("portable") ? {} : { phones: ["1"] };
		const expected = { ...person(name, "ann@example.org"), company: "Garden", position: "CEO", ...phone };
		expect(contacts).toEqual([expected]);
	});

	it("family names first where they are written so", async () => {
		const { contacts } = await imported(text("姓,名,メール", "山田,太郎,yamada@example.org"));
		expect(contacts).toEqual([person("山田太郎", "yamada@example.org")]);
	});

	it("UTF-16 without a mark, and encodings of other countries", async () => {
		const wide = new Uint8Array(Buffer.from("email\tname\r\nann@example.org\tZoë\r\n", "utf16le"));
		expect((await imported(wide)).contacts).toEqual([person("Zoë", "ann@example.org")]);
		expect((await imported(new Uint8Array(Buffer.from(wide).swap16()))).contacts).toEqual([
			person("Zoë", "ann@example.org"),
		]);
		const big5 = latin("email,name", "ann@example.org,\xb3\xaf\xa4j\xa4\xe5");
		expect((await imported(big5)).contacts).toEqual([person("陳大文", "ann@example.org")]);
		const russian = latin("email;name", "ann@example.org;\xc8\xe2\xe0\xed \xcf\xe5\xf2\xf0\xee\xe2");
		expect((await imported(russian)).contacts).toEqual([person("Иван Петров", "ann@example.org")]);
		expect((await imported(latin("email;name", "ann@example.org;Andr\xe9"))).contacts).toEqual([
			person("André", "ann@example.org"),
		]);
	});

	it.each(["sep=,", '"sep=,"', "SEP=,,"])("a first line %s", async (line) => {
		expect((await imported(text(line, "email,name", "ann@example.org,Ann", "bad,Bob"))).contacts).toEqual([ann]);
	});

	it("counts lines with the one that names the separator", async () => {
		const { errors } = await imported(text("sep=;", "email;name", "ann@example.org;Ann", "bad;Bob"));
		expect(errors).toEqual([{ line: 4, message: "“bad” is not an email address." }]);
	});

	it("several addresses with names in a cell, and one that is none", async () => {
		const { contacts, errors } = await imported(
			text(
				"Kontakt;Firma",
				'"""Lee, Bo"" <bo@example.net>, Bo <bo@example.org>";Field',
				"ann@example.org <ann@example.org>;Garden",
				"Cem <cem@>;X",
			),
		);
		expect(contacts).toEqual([
			{ ...person("Lee, Bo", "bo@example.net", "bo@example.org"), company: "Field" },
			{ emails: ["ann@example.org"], company: "Garden" },
		]);
		expect(errors).toEqual([{ line: 4, message: "“Cem <cem@>” is not an email address." }]);
	});
});
