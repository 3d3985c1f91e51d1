const NAMES: readonly string[][] = [
	["jan", "january", "januar", "janvier", "enero", "gennaio", "januari"],
	["feb", "february", "februar", "février", "febrero", "febbraio", "februari"],
	["mar", "march", "märz", "mars", "marzo", "maart"],
	["apr", "april", "avril", "abril", "aprile"],
	["may", "mai", "mayo", "maggio", "mei"],
	["jun", "june", "juni", "juin", "junio", "giugno"],
	["jul", "july", "juli", "juillet", "julio", "luglio"],
	["aug", "august", "août", "agosto", "augustus"],
	["sep", "sept", "september", "septembre", "septiembre", "settembre"],
	["oct", "october", "oktober", "okt", "octobre", "octubre", "ottobre"],
	["nov", "november", "novembre", "noviembre"],
	["dec", "december", "dezember", "dez", "décembre", "diciembre", "dicembre"],
];

/** Months from 0 by their names in lower case: English, German, French, Spanish, Italian and Dutch. */
export const monthNumbers: ReadonlyMap<string, number> = new Map(
	NAMES.flatMap((names, month) => names.map((name) => [name, month] as const)),
);
