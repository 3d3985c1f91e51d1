import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { environment, settingGroups } from "../src/server/environment.ts";
import { providerManifests } from "../src/server/providers.ts";
import { foldersDocs } from "./folders.ts";
import { FLOORS } from "./imports.ts";

/**
 * `npm run docs` writes the documents that are made from the source: settings and tables of folders.
 * `test/docs.test.ts` fails when they differ from it.
 */

interface Setting {
	name: string;
	/** Text of the default; null: none. */
	value: string | null;
	/** What applies without it, where that is no value. */
	unset: string | null;
	description: string;
}

/** The default of a setting as one writes it in the environment. */
function defaultOf(schema: z.ZodType): string | null {
	const { def } = schema as z.ZodType & { def: { type: string; defaultValue?: unknown } };
	if (def.type !== "default") return null;
	if (typeof def.defaultValue === "boolean") return def.defaultValue ? "on" : "off";
	const text = String(def.defaultValue);
	return text === "" ? null : text;
}

function settingsIn(schema: z.ZodObject): Setting[] {
	return Object.entries(schema.shape).map(([name, field]) => {
		const { description, unset } = (field as z.ZodType).meta() ?? {};
		if (description === undefined) throw new Error(`${name} has no description in its schema.`);
		return {
			...{ name, description, value: defaultOf(field as z.ZodType) },
			unset: typeof unset === "string" ? unset : null,
		};
	});
}

/** All settings by the heading that they stand under; those of providers with the mailboxes. */
function allSettings(): [heading: string, settings: Setting[]][] {
	const ofProviders = Object.values(providerManifests).flatMap(({ settings }) =>
		settings === undefined ? [] : settingsIn(settings),
	);
	const groups = Object.entries(settingGroups).map(([heading, group]): [string, Setting[]] => [
		heading,
		heading === "Mailboxes" ? [...settingsIn(group), ...ofProviders] : settingsIn(group),
	]);
	const named = new Set(groups.flatMap(([, settings]) => settings.map(({ name }) => name)));
	const missing = Object.keys(environment.shape).filter((name) => name !== "NODE_ENV" && !named.has(name));
	if (missing.length > 0) throw new Error(`In no group of settings: ${missing.join(", ")}`);
	return groups;
}

function settingsPage(): string {
	const sections = allSettings().map(([heading, settings]) => {
		const rows = settings.map(({ name, value, unset, description }) => {
			const without = unset ?? (value === null ? "–" : `\`${value}\``);
			return `| \`${name}\` | ${without} | ${description.replaceAll("|", "\\|")} |`;
		});
		return [`## ${heading}`, "| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
	});
	return `# Settings

Environment variables. None is required. \`.env.example\` lists them to copy from. This page is written by \`npm run docs\`.

${sections.join("\n\n")}
`;
}

function envExample(): string {
	const sections = allSettings().map(([heading, settings]) => {
		const lines = settings.map(
			({ name, value, description }) => `# ${description.replaceAll("`", "")}\n#${name}=${value ?? ""}`,
		);
		return `## ${heading}\n${lines.join("\n")}\n`;
	});
	return `# Settings, all of them optional: copy this file to .env and remove the # in front of what you set.
# Docker: docker run --env-file .env …; otherwise: set -a; . ./.env; set +a; npm start
# Written by npm run docs, as docs/settings.md is.

${sections.join("\n")}`;
}

/** @returns the documents made from the source, by their path from the root */
function generatedDocs(root: string): ReadonlyMap<string, string> {
	return new Map([
		["docs/settings.md", settingsPage()],
		[".env.example", envExample()],
		...foldersDocs(root, FLOORS.flat()),
	]);
}

/** @returns the documents that differ from the source */
export function outdatedDocs(root: string): string[] {
	return [...generatedDocs(root)].flatMap(([file, text]) => {
		const isCurrent = readFileSync(path.join(root, file), "utf8") === text;
		return isCurrent ? [] : [file];
	});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const root = fileURLToPath(new URL("..", import.meta.url));
	for (const [file, text] of generatedDocs(root)) writeFileSync(path.join(root, file), text);
}
