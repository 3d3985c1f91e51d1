/** The kernel's rules within a script that a person wrote, on servers where one script cannot include another. */

const BEGIN = "\n# Mailstead's rules begin here. Change them in Mailstead: what is written here gets lost.\n";
/** What stands behind it on the same line stays what it is. */
const END = "/* Mailstead's rules end here. */";

/** Puts the rules in front of the person's own. Commands that require something stay first (RFC 5228 §3.2). */
export function withSection(script: string, rules: string): string {
	const clean = withoutSection(script);
	const at = afterRequires(clean);
	return clean.slice(0, at) + BEGIN + rules + END + clean.slice(at);
}

/** The person's script as it was, byte for byte. */
export function withoutSection(script: string): string {
	const place = placeOf(script);
	return place === null ? script : script.slice(0, place.from) + script.slice(place.to);
}

/** @returns the rules between the marks; null: there are none */
export function sectionOf(script: string): string | null {
	const place = placeOf(script);
	return place && script.slice(place.from + BEGIN.length, place.to - END.length);
}

function placeOf(script: string): { from: number; to: number } | null {
	const from = script.indexOf(BEGIN);
	const end = from < 0 ? -1 : script.indexOf(END, from);
	return end < 0 ? null : { from, to: end + END.length };
}

/** Behind the last `require` that a script begins with; 0 where there is none. */
function afterRequires(script: string): number {
	let end = 0;
	for (let at = 0; ; ) {
		at += /^(?:\s+|#[^\n]*(?:\n|$)|\/\*.*?\*\/)*/s.exec(script.slice(at))?.[0].length ?? 0;
		const command = /^require\b(?:[^";#]|"(?:[^"\\]|\\.)*"|#[^\n]*\n)*;/is.exec(script.slice(at))?.[0];
		if (command === undefined) return end;
		at += command.length;
		end = at;
	}
}
