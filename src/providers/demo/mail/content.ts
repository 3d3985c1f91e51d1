/** Reads the mailbox's texts and templates in `content`, whose README describes their format. */

import { readFileSync } from "node:fs";
import { escapeHtml } from "#shared/escape-html.ts";
import { memoize } from "#shared/memoize.ts";
import type { TextPart } from "./compose.ts";
import type { Prng } from "./prng.ts";
import type { SlotSpec } from "./slots.ts";

type Fields = Readonly<Record<string, string>>;

export interface Entry {
	head: string;
	fields: Fields;
	/** As written. */
	text: string;
	/** Lines are joined, except rows, which start with `| `. */
	paragraphs: readonly string[];
}

export interface Block {
	title: string;
	fields: Fields;
	slots: SlotSpec;
	/** A list, `#100-999`, `hex 8` for digits or `chance 0.4` for yes or no; drawn in this order. */
	draws: readonly (readonly [name: string, spec: readonly string[] | string])[];
	entries: readonly Entry[];
}

/** What a template's names stand for. A list repeats its section, "" and false leave it out. */
export interface Values {
	readonly [name: string]: string | number | boolean | undefined | readonly Values[];
}

const load = (path: string): string => readFileSync(new URL(`./content/${path}`, import.meta.url), "utf8");

/** Joins lines, except rows. */
const oneLine = (paragraph: string): string => {
	const lines = paragraph.split("\n").map((line) => line.trim());
	return lines
		.join("\n")
		.trim()
		.replaceAll(/\n(?!\| )/g, " ");
};

/** `Title | key value | key value`. */
function parseHead(line: string): { head: string; fields: Fields } {
	const [head = "", ...pairs] = line.split(/(?:^| )\| /).map((part) => part.trim());
	return { head, fields: Object.fromEntries(pairs.map((pair) => [...pair.split(/ +(.*)/), ""].slice(0, 2))) };
}

function parseEntry(source: string): Entry {
	const [line = "", ...lines] = source.split("\n");
	const text = lines.join("\n").trimEnd();
	const paragraphs = text.split(/\n\s*\n/).map(oneLine);
	return { ...parseHead(line), text, paragraphs: paragraphs.filter((paragraph) => paragraph !== "") };
}

function parseBlock(source: string): Block {
	const [top = "", ...entries] = source.split(/\n-- /);
	const { head, fields } = parseHead(top.split("\n", 1)[0] as string);
	const specs = (kind: string) =>
		[...top.matchAll(new RegExp(`^${kind} (\\w+): (.*)$`, "gm"))].map(([, name = "", spec = ""]) => {
			const isNumber = /^[#£]\d+-\d+$/.test(spec);
			return [name, isNumber ? spec : spec.split(";").map((one) => one.trim())] as const;
		});
	const slots = Object.fromEntries(specs("slot"));
	return { title: head, fields, slots, draws: specs("draw"), entries: entries.map(parseEntry) };
}

/** The blocks of `content/<name>.txt`. */
export const readBlocks = memoize(20, (name): readonly Block[] =>
	`\n${load(`${name}.txt`)}`.split(/\n== /).slice(1).map(parseBlock),
);

/** A template or file of `content`. */
export const readText = memoize(40, (path) => load(path).trimEnd());

type Encode = (text: string, name: string) => string;

/**
 * Replaces `{name}`, and `{#name}…{/name}` by its inner text once for each entry of a list, or once when there is a value.
 * @param encode applied to each value, such as the escaping of HTML
 * @throws for an unknown name, which is an authoring mistake
 */
export function expand(template: string, values: Values, encode: Encode = (text) => text): string {
	const flat = template.replaceAll(/\{#(\w+)\}(.*?)\{\/\1\}/gs, (_, name: string, inner: string) => {
		const value = values[name];
		const rounds = typeof value === "object" ? value : value ? [{}] : [];
		return rounds.map((round) => expand(inner, { ...values, ...round }, encode)).join("\n");
	});
	return flat.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		if (!(name in values)) throw new Error(`A template of the demo names an unknown value {${name}}`);
		return encode(String(values[name] ?? ""), name);
	});
}

/** The page `content/pages/<name>.html.txt`, with its values escaped. */
export const htmlPart = (name: string, values: Values): TextPart => ({
	text: expand(readText(`pages/${name}.html.txt`), values, escapeHtml),
	subtype: "html",
	charset: "utf-8",
});

const headerBlock = (name: string): Block => readBlocks("headers").find(({ title }) => title === name) as Block;

/** The random values of a block of `headers.txt`. */
export function drawValues(name: string, random: Prng): Values {
	return Object.fromEntries(headerBlock(name).draws.map(([slot, spec]) => [slot, drawValue(spec, random)]));
}

function drawValue(spec: readonly string[] | string, random: Prng): string | number | boolean {
	const [kind = "", amount] = String(spec).split(" ");
	if (kind === "hex") return random.hex(Number(amount));
	if (kind === "chance") return random.chance(Number(amount));
	if (typeof spec !== "string") return random.pick(spec);
	const [low = 0, high = 0] = spec.slice(1).split("-").map(Number);
	return random.int(low, high);
}

/** The header fields, one a line, of an entry of `headers.txt`. */
export function headerFields(name: string, values: Values = {}, entry = "headers"): string {
	const template = headerBlock(name).entries.find(({ head }) => head === entry)?.text ?? "";
	return expand(template, values).replaceAll(/\n(?=\n|$)|^\n/g, "");
}
