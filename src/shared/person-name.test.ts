import { describe, expect, it } from "vitest";
import { joinedName, partsOfName } from "./person-name.ts";

describe("first and last name", () => {
	it.each([
		["Ada Lovelace", "Ada", "Lovelace"],
		["Ludwig van Beethoven", "Ludwig", "van Beethoven"],
		["Jane Q. Roe Jr.", "Jane Q.", "Roe Jr."],
		["Cher", "Cher", null],
		["Dr. Bea", "Bea", null],
		["Prof. Dr. Bea van Dam", "Bea", "van Dam"],
		["Dr Bea Roe, PhD", "Bea Roe,", "PhD"],
		["Dott.ssa Anna Bianchi", "Anna", "Bianchi"],
		["Dipl.-Ing. Jörg Haas", "Jörg", "Haas"],
		["Dra. Ana Ruiz", "Ana", "Ruiz"],
		["Sra Ana Ruiz", "Ana", "Ruiz"],
		["Fr. Ito", "Ito", null],
		["Ing Wei", "Ing", "Wei"],
		["Dr.", "Dr.", null],
		["山田 太郎", "太郎", "山田"],
		["山田太郎", "太郎", "山田"],
		["山田はなこ", "はなこ", "山田"],
		["王小明", "小明", "王"],
		["欧阳修", "修", "欧阳"],
		["김민준", "민준", "김"],
		["남궁민", "민", "남궁"],
		["マイケル", "マイケル", null],
		["Nguyễn Văn An", "Văn An", "Nguyễn"],
		["Nagy János", "János", "Nagy"],
		["János Nagy", "János", "Nagy"],
		["TANAKA Taro", "Taro", "Tanaka"],
		["DUPONT-MARTIN Jean", "Jean", "Dupont-Martin"],
		["JP Morgan", "JP", "Morgan"],
		["ADA LOVELACE", "ADA", "LOVELACE"],
		["", null, null],
	])("of %j", (name, firstName, lastName) => {
		expect(partsOfName(name)).toEqual({ firstName, lastName });
	});

	it("are joined in the order of their script", () => {
		expect(joinedName({ first: "太郎", last: "山田" })).toBe("山田太郎");
		expect(joinedName({ first: "Ann", middle: "M.", last: "Lee" })).toBe("Ann M. Lee");
		expect(joinedName({ first: "", last: "Lee" })).toBe("Lee");
	});
});
