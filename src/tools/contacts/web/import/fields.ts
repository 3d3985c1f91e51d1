import { type ImportField, simplified } from "#web/ui/file-import/mapping.ts";
import { t } from "../base/text.ts";
import { columnNames } from "./column-names.ts";

/** In names of columns with addresses. */
const MAIL =
	"mail correo courriel courrier posta post メール メイル 邮 郵 信箱 почт пошт имейл 이메일 메일 بريد ايميل דוא״ל דואר อีเมล ایمیل surel paštas"
		.split(" ")
		.map(simplified);
/** In names of columns with addresses of someone else. */
const SOMEBODY_ELSE =
	"manager assist supervis boss owner spouse referr sponsor creator createdby modifiedby sekret vorgesetzte".split(" ");

/** What is before names, not a position. */
const SALUTATIONS = new Set(
	"dr prof professor doktor mr mrs ms miss mx sir dame rev herr frau hr fr dipl ing mag m mme mlle me sr sra srta don doña dott dottssa sig sigra dhr mevr drs ir pan pani mgr bc judr mudr phdr rndr bay bayan г-н г-жа д-р 博士 先生 女士 小姐 様".split(
		" ",
	),
);

/** Whether a value is "Dr." or "Mr." */
function isSalutation(value: string): boolean {
	return value
		.toLowerCase()
		.split(/[\s.,]/)
		.every((word) => word === "" || SALUTATIONS.has(word));
}

/** Fields of a contact that columns can be. */
export const fields: readonly ImportField[] = [
	{ id: "email", label: t.import.fields.email, isRequired: true, kind: "email", aliases: columnNames.email },
	{ id: "firstName", label: t.import.fields.firstName, aliases: columnNames.firstName },
	{ id: "lastName", label: t.import.fields.lastName, aliases: columnNames.lastName },
	{ id: "middleName", label: t.import.fields.middleName, aliases: columnNames.middleName },
	{ id: "name", label: t.import.fields.name, kind: "name", aliases: columnNames.name },
	{ id: "company", label: t.import.fields.company, aliases: columnNames.company },
	{ id: "position", label: t.import.fields.position, aliases: columnNames.position, isOther: isSalutation },
	{ id: "phone", label: t.import.fields.phone, aliases: columnNames.phone },
	{ id: "postalAddress", label: t.import.fields.postalAddress, aliases: columnNames.postalAddress, isOther: isMail },
	{ id: "website", label: t.import.fields.website, aliases: columnNames.website },
	{ id: "birthday", label: t.import.fields.birthday, aliases: columnNames.birthday },
	{ id: "tags", label: t.import.fields.tags, aliases: columnNames.tags },
	{ id: "note", label: t.import.fields.note, aliases: columnNames.note },
	...(["secondEmail", "thirdEmail"] as const).map(
		(id): ImportField => ({ id, label: t.import.fields[id], kind: "email", isNamed: isOwnMail }),
	),
];

function isMail(value: string): boolean {
	return value.includes("@");
}

function isOwnMail(name: string): boolean {
	return MAIL.some((part) => name.includes(part)) && !SOMEBODY_ELSE.some((part) => name.includes(part));
}
