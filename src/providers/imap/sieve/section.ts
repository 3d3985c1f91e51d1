import { softwareName } from "#shared/brand.ts";

/** The kernel's rules as a section of the user's script, on servers without the include extension. */

const BEGIN = `\n# ${softwareName}'s rules begin here. Change them in ${softwareName}: what is written here gets lost.\n`;
/** A block comment: text after it on the same line stays valid. */
const END = `/* ${softwareName}'s rules end here. */`;

/** Inserts the rules before the user's commands. `require` commands must stay first (RFC 5228 §3.2). */
export function withSection(script: string, rules: string): string {
	const clean = withoutSection(script);
	const at = afterRequires(clean);
	return clean.slice(0, at) + BEGIN + rules + END + clean.slice(at);
}

/** The user's script as it was, byte for byte. */
export function withoutSection(script: string): string {
	const section = findSection(script);
	return section === null ? script : script.slice(0, section.from) + script.slice(section.to);
}

/** @returns the rules between the marks; null: there are none */
export function sectionOf(script: string): string | null {
	const section = findSection(script);
	return section && script.slice(section.from + BEGIN.length, section.to - END.length);
}

function findSection(script: string): { from: number; to: number } | null {
	const from = script.indexOf(BEGIN);
	const end = from < 0 ? -1 : script.indexOf(END, from);
	return end < 0 ? null : { from, to: end + END.length };
}

/** The offset after the last leading `require`; 0 without one. */
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
