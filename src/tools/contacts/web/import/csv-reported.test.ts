import { describe, expect, it } from "vitest";
import { mapRows, suggestMapping } from "#web/ui/file-import/mapping.ts";
import { detectFormat, readRows, readSample } from "#web/ui/file-import/table-file.ts";
import { reported, reportedFiles } from "../../../../../fixtures/reported.ts";
import { dateOrderOf, readBirthday } from "./birthdays.ts";
import { contactOf } from "./contact-of.ts";
import { fields } from "./fields.ts";

/** Fields besides those that every address book has: tests name those they are about. */
const MORE = new Set(["firstName", "middleName", "lastName", "birthday", "tags", "customFields", "types"]);

/** What the import offers without a choice of the user, with empty values left out. */
async function imported(bytes: Uint8Array<ArrayBuffer>) {
	const { contacts, errors } = await importedWhole(bytes);
	return {
		contacts: contacts.map((one) => Object.fromEntries(Object.entries(one).filter(([field]) => !MORE.has(field)))),
		errors,
	};
}

async function importedWhole(bytes: Uint8Array<ArrayBuffer>) {
	const file = new Blob([bytes]);
	const format = await detectFormat(file);
	const { rows, firstLine } = await readRows(file, format);
	const sample = await readSample(file, format);
	const mapping = suggestMapping(sample, fields);
	const { rows: good, errors } = mapRows(rows, firstLine, mapping, fields, sample.columns);
	const order = dateOrderOf(good.map(({ values }) => values.birthday ?? ""));
	const contacts = good.map((row) =>
		Object.fromEntries(Object.entries(contactOf(row, order)).filter(([, value]) => value.length > 0)),
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

	it("Google: all addresses, numbers and labels, groups as tags, and fields of the user's own", async () => {
		const { contacts } = await importedWhole(
			text(
				"First Name,Middle Name,Last Name,Nickname,Organization Name,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,E-mail 3 - Label,E-mail 3 - Value,E-mail 4 - Label,E-mail 4 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Relation 1 - Label,Relation 1 - Value,Event 1 - Label,Event 1 - Value,Website 1 - Label,Website 1 - Value,Website 2 - Label,Website 2 - Value,Custom Field 1 - Label,Custom Field 1 - Value",
				"Ann,M.,Example,Annie,Garden,1985-04-12,x,Friends ::: * myContacts ::: Tea Club,Home,ann@home.test,* Work,ann@work.test,Other,a@o.test ::: b@o.test,,d@o.test,Mobile,+1 415 555 0100 ::: +1 415 555 0101,* Work,+1 415 555 0102,Brother,Bob,Anniversary,2010-05-01,,https://a.test,Blog,https://b.test,Shoe size,38",
			),
		);
		expect(contacts).toEqual([
			{
				...person("Ann M. Example", "ann@work.test", "ann@home.test", "a@o.test", "b@o.test", "d@o.test"),
				...{ firstName: "Ann", middleName: "M.", lastName: "Example", company: "Garden", birthday: "1985-04-12" },
				phones: ["+1 415 555 0102", "+1 415 555 0100", "+1 415 555 0101"],
				...{ tags: ["Friends", "Tea Club"], note: "x", website: "https://a.test" },
				customFields: [
					{ label: "Nickname", value: "Annie" },
					{ label: "Brother", value: "Bob" },
					{ label: "Anniversary", value: "2010-05-01" },
					{ label: "Blog", value: "https://b.test" },
					{ label: "Shoe size", value: "38" },
				],
				types: [
					{ value: "ann@home.test", type: "home" },
					{ value: "ann@work.test", type: "work" },
					{ value: "+1 415 555 0100", type: "mobile" },
					{ value: "+1 415 555 0101", type: "mobile" },
					{ value: "+1 415 555 0102", type: "work" },
				],
			},
		]);
	});

	it("Outlook: numbers of each kind, whole addresses, categories and birthdays", async () => {
		const { contacts } = await importedWhole(
			text(
				"Title,First Name,Middle Name,Last Name,Company,Department,Job Title,Business Street,Business City,Business Postal Code,Business Country/Region,Home Street,Home City,Business Fax,Business Phone,Home Phone,Mobile Phone,Birthday,Categories,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,Priority,Sensitivity,User 1",
				"Dr.,Ann,Mary,Example,Garden,Research,CEO,1 High St,London,W1,UK,2 Low St,Leeds,+44 1,+44 2,+44 3,+44 4,4/28/1985,Friends;Tea Club,ann@example.org,SMTP,Ann,ann@example.net,Normal,Normal,tea",
				"Mr,Bob,,Lee,,,,,,,,,,,,,,4/5/1990,,bob@example.net,,,,Normal,Normal,",
			),
		);
		expect(contacts).toEqual([
			{
				...person("Ann Mary Example", "ann@example.org", "ann@example.net"),
				...{ firstName: "Ann", middleName: "Mary", lastName: "Example", company: "Garden", position: "CEO" },
				...{ postalAddress: "1 High St, London, W1, UK", phones: ["+44 1", "+44 2", "+44 3", "+44 4"] },
				...{ birthday: "1985-04-28", tags: ["Friends", "Tea Club"] },
				customFields: [
					{ label: "Department", value: "Research" },
					{ label: "User 1", value: "tea" },
				],
				types: [
					{ value: "+44 1", type: "fax" },
					{ value: "+44 2", type: "work" },
					{ value: "+44 3", type: "home" },
					{ value: "+44 4", type: "mobile" },
				],
			},
			{ ...person("Bob Lee", "bob@example.net"), firstName: "Bob", lastName: "Lee", birthday: "1990-04-05" },
		]);
	});

	it("columns that no field stands for are fields of the user's own", async () => {
		const { contacts } = await importedWhole(text("Email,Name,Plan,Customer since", "ann@example.org,Ann,Gold,2020"));
		expect(contacts).toEqual([
			{
				...ann,
				customFields: [
					{ label: "Plan", value: "Gold" },
					{ label: "Customer since", value: "2020" },
				],
			},
		]);
	});

	it.each([
		["1985-04-12", "1985-04-12"],
		["--04-12", "--04-12"],
		["12.4.1985", "1985-04-12"],
		["4/4/1985", "1985-04-04"],
		["1985年4月12日", "1985-04-12"],
		["4/12/1985", ""],
		["0/0/00", ""],
		["31.2.1985", ""],
	])("a birthday %s, where the file has no other", (value, day) => {
		expect(readBirthday(value, dateOrderOf([value]))).toBe(day);
	});

	it("a birthday that may be one of two days stays as it is written", async () => {
		const { contacts } = await importedWhole(
			text("Email,Birthday", "ann@example.org,4/12/1985", "bob@example.net,0/0/00"),
		);
		expect(contacts).toEqual([
			{ emails: ["ann@example.org"], customFields: [{ label: "Birthday", value: "4/12/1985" }] },
			{ emails: ["bob@example.net"] },
		]);
	});
});
