/** Stores the kernel's rules on a server that runs a single script, alongside the user's own, which keeps working. */

import { softwareName } from "#shared/brand.ts";
import { type SieveClient, SieveError } from "./client.ts";
import { string } from "./script.ts";
import { sectionOf, withoutSection, withSection } from "./section.ts";

/** Only the last variant edits the user's script. */
export type ScriptLocation =
	/** Our script alone: there is no other. */
	| { kind: "alone"; active: string; before: null }
	/** Our script includes our rules script, then the user's script (RFC 6609). */
	| { kind: "including"; active: string; rules: string; before: string }
	/** A marked section of the user's script. */
	| { kind: "within"; active: string; before: string };

const MAIN = "mailstead";
const RULES = "mailstead-rules";
/** Scripts that begin with this are ours. */
const MARK = `# Written by ${softwareName}, which writes it again when a rule changes.`;
const BEFORE = " Before it, this script was at work: ";

/** Finds where rules can be written. @param known where they were written before, if they still are */
export async function findScript(client: SieveClient, known: ScriptLocation | null): Promise<ScriptLocation> {
	if (known !== null) return known;
	const scripts = await client.list();
	const active = scripts.find(({ isActive }) => isActive)?.name ?? null;
	return includeScript(client, active === null ? null : await rememberedBy(client, active));
}

async function includeScript(client: SieveClient, before: string | null): Promise<ScriptLocation> {
	const existing = new Set((await client.list()).map(({ name }) => name));
	if (before === null) return { kind: "alone", active: await freeName(client, MAIN, existing), before };
	if (!client.extensions.has("include")) return { kind: "within", active: before, before };
	const names = { active: await freeName(client, MAIN, existing), rules: await freeName(client, RULES, existing) };
	return { kind: "including", ...names, before };
}

/** Our script records the previously active one, in case the account was deleted here before the rules were removed. */
async function rememberedBy(client: SieveClient, active: string): Promise<string | null> {
	const [first = ""] = (await client.read(active)).split("\n");
	return first.startsWith(MARK + BEFORE) ? (JSON.parse(first.slice((MARK + BEFORE).length)) as string | null) : active;
}

/** A name that no script of the user has. */
async function freeName(client: SieveClient, name: string, existing: ReadonlySet<string>): Promise<string> {
	for (let number = 1; ; number++) {
		const free = number === 1 ? name : `${name}-${number}`;
		if (!existing.has(free) || (await client.read(free)).startsWith(MARK)) return free;
	}
}

/** Writes and activates the rules. @returns their location @throws SieveError */
export async function putRules(client: SieveClient, location: ScriptLocation, rules: string): Promise<ScriptLocation> {
	if (location.kind === "within") {
		await client.put(location.active, withSection(await client.read(location.active), rules));
		return location;
	}
	const earlier = new Set((await client.list()).map(({ name }) => name));
	if (location.kind === "including") {
		await client.put(location.rules, `${MARK}\n${rules}`);
		await client.put(location.active, including(location));
	} else await client.put(location.active, marked(null) + rules);
	await client.activate(location.active);
	if (location.kind === "including") return location;
	// The server saves an active script that was not listed under a name of its choice.
	const saved = (await client.list()).find(({ name }) => name !== location.active && !earlier.has(name))?.name;
	if (saved === undefined) return location;
	const included = await includeScript(client, saved);
	if (included.kind === "within") {
		await client.activate(saved);
		await client.remove(location.active);
	}
	return putRules(client, included, rules);
}

/** The rules stored there; null: missing or inactive. */
export async function readRules(client: SieveClient, location: ScriptLocation): Promise<string | null> {
	const scripts = await client.list();
	if (!scripts.some(({ name, isActive }) => isActive && name === location.active)) return null;
	const active = await client.read(location.active);
	if (location.kind === "within") return sectionOf(active);
	if (location.kind === "alone") return withoutMark(active);
	const isThere = active.includes(include(location.rules)) && scripts.some(({ name }) => name === location.rules);
	return isThere ? withoutMark(await client.read(location.rules)) : null;
}

/** Restores the previous state. */
export async function removeRules(client: SieveClient, location: ScriptLocation): Promise<void> {
	const scripts = await client.list();
	const has = (name: string): boolean => scripts.some((script) => script.name === name);
	if (location.kind === "within") {
		if (!has(location.active)) return;
		const script = await client.read(location.active);
		if (sectionOf(script) !== null) await client.put(location.active, withoutSection(script));
		return;
	}
	// A script activated since by the user stays active.
	if (scripts.some(({ name, isActive }) => isActive && name === location.active))
		await client.activate(location.before !== null && has(location.before) ? location.before : null);
	for (const name of [location.active, ...(location.kind === "including" ? [location.rules] : [])])
		if (has(name)) await removeUnlessUsed(client, name);
}

/** A script of ours that the user's script includes stays: theirs would fail without it. */
async function removeUnlessUsed(client: SieveClient, name: string): Promise<void> {
	try {
		await client.remove(name);
	} catch (cause) {
		if (!(cause instanceof SieveError && cause.code === "ACTIVE")) throw cause;
	}
}

/** Our scripts at that location. */
export function ownScripts(location: ScriptLocation): string[] {
	if (location.kind === "within") return [];
	return location.kind === "alone" ? [location.active] : [location.active, location.rules];
}

const marked = (before: string | null): string => `${MARK}${BEFORE}${JSON.stringify(before)}\n`;
const withoutMark = (text: string): string => (text.startsWith(MARK) ? text.slice(text.indexOf("\n") + 1) : text);
const include = (name: string): string => `include :personal :optional ${string(name)};\n`;

function including({ rules, before }: Extract<ScriptLocation, { kind: "including" }>): string {
	return `${marked(before)}require "include";\n${include(rules)}${include(before)}`;
}
