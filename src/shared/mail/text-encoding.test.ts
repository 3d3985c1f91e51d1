import { describe, expect, it } from "vitest";
import type { Encoding } from "./encodings.ts";
import { encodingOf } from "./text-encoding.ts";

/** Bytes by letter. */
function tableOf(encoding: Encoding): Map<string, number[]> {
	const found = new Map<string, number[]>();
	const decoder = new TextDecoder(encoding);
	const add = (...bytes: number[]) => {
		const text = decoder.decode(new Uint8Array(bytes));
		if ([...text].length === 1 && text !== "\ufffd" && !found.has(text)) found.set(text, bytes);
	};
	for (let byte = 0; byte < 256; byte++) add(byte);
	if (/jis|euc|gb|big5/.test(encoding))
		for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail);
	return found;
}

function written(text: string, encoding: Encoding): Uint8Array {
	const table = tableOf(encoding);
	return new Uint8Array([...text].flatMap((letter) => table.get(letter) ?? []));
}

describe("the encoding of a table with one name", () => {
	it.each<[Encoding, readonly string[]]>([
		["windows-1252", ["Zoë Müller", "René", "François", "Søren Kærgård", "João Conceição", "Sigurður Jónsson"]],
		["windows-1252", ["MÜLLER GMBH ÖSTERREICH", "Björn Åkesson", "José Núñez", "10 €", "5 £ ½", "Joe’s – “Pub”"]],
		["macintosh", ["Zoé Müller", "Jörg Groß", "François Lefèvre", "José Núñez", "MÜLLER", "João"]],
		["windows-1250", ["Łukasz Wójcik", "Jiří Dvořák", "Małgorzata"]],
		["windows-1257", ["Jānis Bērziņš", "Žygimantas Šešėlis"]],
		["windows-1254", ["Ayşe Yıldız", "Gülşah Çağlar"]],
		["windows-1251", ["Иван Петров", "ИВАНОВ", "Мария", "Олена Шевченко", "Анна"]],
		["koi8-r", ["Иван Петров", "Мария"]],
		["windows-1253", ["Γιώργος Παπαδόπουλος", "Μαρία"]],
		["windows-1255", ["דוד כהן", "משה"]],
		["windows-1256", ["محمد علي", "فاطمة"]],
		["windows-874", ["สมชาย", "สุดา"]],
		["shift_jis", ["山田太郎", "鈴木花子", "ヤマダ タロウ", "東京都新宿区"]],
		["euc-jp", ["山田太郎", "鈴木花子"]],
		["gb18030", ["张伟", "李娜", "李刚", "欧阳震华", "诸葛亮", "北京科技有限公司"]],
		["big5", ["陳大文", "王小明", "臺北市"]],
		["euc-kr", ["김철수", "이영희", "홍길동", "남궁민"]],
	])("%s: %j", (encoding, names) => {
		for (const name of names) {
			const file = written(`email,name\r\nann@example.org,${name}\r\n`, encoding);
			expect([name, encodingOf(file, true)]).toEqual([name, encoding]);
		}
	});

	it("a letter at the end of a file, and one that a sample cuts off", () => {
		expect(encodingOf(written("ann@example.org,André", "windows-1252"), true)).toBe("windows-1252");
		expect(encodingOf(new TextEncoder().encode("ann@example.org,André").subarray(0, -1))).toBe("utf-8");
	});
});
