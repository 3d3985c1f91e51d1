const NAMES: readonly string[][] = [
	["jan", "january", "januar", "janvier", "enero", "gennaio", "januari", "janeiro"],
	["feb", "february", "februar", "février", "febrero", "febbraio", "februari", "fevereiro"],
	["mar", "march", "märz", "mars", "marzo", "maart", "março"],
	["apr", "april", "avril", "abril", "aprile"],
	["may", "mai", "mayo", "maggio", "mei", "maio"],
	["jun", "june", "juni", "juin", "junio", "giugno", "junho"],
	["jul", "july", "juli", "juillet", "julio", "luglio", "julho"],
	["aug", "august", "août", "agosto", "augustus"],
	["sep", "sept", "september", "septembre", "septiembre", "settembre", "setembro"],
	["oct", "october", "oktober", "okt", "octobre", "octubre", "ottobre", "outubro"],
	["nov", "november", "novembre", "noviembre", "novembro"],
	["dec", "december", "dezember", "dez", "décembre", "diciembre", "dicembre", "dezembro"],
];

/** Months from 0 by their names in lower case: English, German, French, Spanish, Italian, Portuguese and Dutch. */
export const monthNumbers: ReadonlyMap<string, number> = new Map(
	NAMES.flatMap((names, month) => names.map((name) => [name, month] as const)),
);
