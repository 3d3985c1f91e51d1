import type { FieldsData } from "@kenjiuno/msgreader";

/** Code pages of Windows ([MS-UCODEREF] §2.2.1) by their number. */

const UTF_8 = 65_001;
const NAMES: Readonly<Record<number, string>> = {
	...{ 437: "cp437", 850: "cp850", 852: "cp852", 866: "cp866", 874: "windows-874" },
	...{ 932: "shift_jis", 936: "gbk", 949: "cp949", 950: "big5", 54936: "gb18030", 20936: "gb2312" },
	...{ 20866: "koi8-r", 21866: "koi8-u", 10000: "macintosh", 20127: "us-ascii", 20932: "euc-jp", 51932: "euc-jp" },
	...{ 51936: "gb2312", 51949: "euc-kr", [UTF_8]: "utf-8" },
};

/** Languages ([MS-LCID]) whose code page is not 1252, by the primary language of a locale. */
const OF_LANGUAGE: Readonly<Record<number, number>> = {
	...{ 1: 1256, 2: 1251, 4: 936, 5: 1250, 8: 1253, 13: 1255, 14: 1250, 17: 932, 18: 949, 21: 1250, 24: 1250, 25: 1251 },
	...{ 26: 1250, 27: 1250, 28: 1250, 30: 874, 31: 1254, 32: 1256, 34: 1251, 35: 1251, 36: 1250, 37: 1257, 38: 1257 },
	...{ 39: 1257, 41: 1256, 42: 1258, 44: 1254, 47: 1251, 63: 1251 },
};
const TRADITIONAL_CHINESE = new Set([0x0404, 0x0c04, 0x1404]);

/** The name of a code page; null if its number is not known. */
export function codePageName(number: number | undefined): string | null {
	if (number === undefined) return null;
	if (number >= 1250 && number <= 1258) return `windows-${number}`;
	if (number >= 28_591 && number <= 28_606) return `iso-8859-${number - 28_590}`;
	return NAMES[number] ?? null;
}

/** The code page of text that is not Unicode: as the message says, or the one of its language. */
export function ansiCodePage({ messageCodepage, internetCodepage, messageLocaleId }: FieldsData): number | undefined {
	if (messageCodepage !== undefined && messageCodepage !== 1200) return messageCodepage;
	if (internetCodepage !== undefined && internetCodepage !== UTF_8) return internetCodepage;
	if (messageLocaleId === undefined) return undefined;
	return TRADITIONAL_CHINESE.has(messageLocaleId) ? 950 : OF_LANGUAGE[messageLocaleId & 0x3ff];
}
