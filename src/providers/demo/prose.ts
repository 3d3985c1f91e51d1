/**
 * Parses the authored text in `prose/*.txt`.
 *
 * A block starts with `== Title | key value | key value`. `slot name: a; b; c` lines may follow. Each entry starts with
 * `-- head` and contains paragraphs separated by blank lines; lines that start with `| ` stay rows.
 */

import { readFileSync } from "node:fs";
import type { SlotSpec } from "./slots.ts";

export interface Entry {
	head: string;
	paragraphs: string[];
}

export interface Block {
	title: string;
	fields: Record<string, string>;
	slots: SlotSpec;
	entries: Entry[];
}

/** Joins lines, except table rows. */
const joined = (paragraph: string): string =>
	paragraph
		.split("\n")
		.map((line) => line.trim())
		.join("\n")
		.replaceAll(/\n(?!\| )/g, " ");

const paragraphsOf = (lines: string[]): string[] =>
	lines
		.join("\n")
		.split(/\n\s*\n/)
		.map((paragraph) => joined(paragraph.trim()))
		.filter((paragraph) => paragraph !== "");

function blockOf(source: string): Block {
	const [first = "", ...rest] = source.split("\n");
	const [title = "", ...pairs] = first.split(/(?:^| )\| /).map((part) => part.trim());
	const fields = Object.fromEntries(
		pairs.map((pair) => {
			const space = pair.indexOf(" ");
			return space < 0 ? [pair, ""] : [pair.slice(0, space), pair.slice(space + 1).trim()];
		}),
	);
	const slots: Record<string, readonly string[] | string> = {};
	const entries: { head: string; lines: string[] }[] = [];
	for (const line of rest) {
		const slot = /^slot ([a-z]+): (.*)$/.exec(line);
		if (line.startsWith("-- ")) entries.push({ head: line.slice(3).trim(), lines: [] });
		else if (slot && entries.length === 0) {
			const value = slot[2] as string;
			slots[slot[1] as string] = /^[#£]\d+-\d+$/.test(value) ? value : value.split(";").map((one) => one.trim());
		} else entries.at(-1)?.lines.push(line);
	}
	return { title, fields, slots, entries: entries.map((e) => ({ head: e.head, paragraphs: paragraphsOf(e.lines) })) };
}

/** The blocks of `prose/<name>.txt`. */
export function readProse(name: string): Block[] {
	const text = readFileSync(new URL(`./prose/${name}.txt`, import.meta.url), "utf8");
	return `\n${text}`
		.split(/\n== /)
		.slice(1)
		.map((source) => blockOf(source));
}
