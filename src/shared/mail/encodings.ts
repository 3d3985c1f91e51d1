/** Encodings of text files that programs for mail, address books and spreadsheets write. */
export const encodings = [
	...(["utf-8", "utf-16le", "utf-16be", "windows-1252", "macintosh", "windows-1250", "windows-1257"] as const),
	...(["windows-1254", "windows-1253", "windows-1251", "koi8-r", "windows-1255", "windows-1256"] as const),
	...(["windows-874", "shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"] as const),
] as const;
export type Encoding = (typeof encodings)[number];
