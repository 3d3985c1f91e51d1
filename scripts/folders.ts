import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The line that each folder says of itself: the first sentence of its README.md. The tables of folders in ARCHITECTURE.md
 * and `docs/folders.md` are made from them (`npm run docs`), and `npm run check` fails for a folder without one.
 */

/** Their folders have a line each, and a table, except for tools and providers: those say themselves which there are. */
const PARENTS = ["src/shared", "src/server", "src/web", "src/providers", "src/tools"];
const FLOORS = ["identity", "services", "mail", "platform"].map((floor) => `src/server/${floor}`);
/** Large folders of the web app and of what both sides share: theirs have a line each, too. */
const ROOMS = ["src/web/lib", "src/web/lib/mail-html", "src/web/shell", "src/web/ui"];
const TABLES = ["src/server", ...FLOORS, "src/web", ...ROOMS, "src/shared"];

function foldersIn(root: string, parent: string): string[] {
	const folder = path.join(root, parent);
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && hasSource(path.join(folder, entry.name)))
		.map(({ name }) => `${parent}/${name}`)
		.sort();
}

const hasSource = (folder: string): boolean =>
	readdirSync(folder, { recursive: true }).some((file) => /\.tsx?$/.test(String(file)));

/** @returns the first sentence of the folder's README.md; null: there is none */
function lineOf(root: string, folder: string): string | null {
	const file = path.join(root, folder, "README.md");
	if (!existsSync(file)) return null;
	const [paragraph = ""] = readFileSync(file, "utf8")
		.split(/\n{2,}/)
		.filter((part) => !part.startsWith("#"));
	const text = paragraph.replace(/\s+/g, " ").trim();
	return /^.*?\.(?= [A-Z`]|$)/.exec(text)?.[0].slice(0, -1) ?? null;
}

/** @returns a sentence for each folder that does not say what it is; empty when all do */
export function checkFolders(root: string): string[] {
	return [...PARENTS, ...FLOORS, ...ROOMS]
		.flatMap((parent) => foldersIn(root, parent))
		.filter((folder) => lineOf(root, folder) === null)
		.map(
			(folder) => `${folder} needs a README.md that begins with a sentence about what it holds; then run npm run docs`,
		);
}

function tableOf(
	root: string,
	parent: string,
	link: (folder: string) => string,
	order: readonly string[] = [],
): string {
	const folders = foldersIn(root, parent).sort((a, b) => order.indexOf(a) - order.indexOf(b));
	const rows = folders.map((folder) => {
		const text = (lineOf(root, folder) ?? "").replaceAll("](/docs/", `](${link("docs")}/`);
		return `| [\`${folder.slice(parent.length + 1)}\`](${link(folder)}) | ${text} |`;
	});
	return ["| Folder | Holds |", "|---|---|", ...rows].join("\n");
}

function foldersPage(root: string): string {
	const link = (folder: string): string => (folder === "docs" ? "." : `../${folder}`);
	const sections = TABLES.map((parent) => `## ${parent}\n${tableOf(root, parent, link)}`);
	return `# Folders

The first sentence of each folder's \`README.md\`, put together by \`npm run docs\`. Tools (\`src/tools\`) and kinds of mailbox
(\`src/providers\`) have a README each. [ARCHITECTURE.md](../ARCHITECTURE.md) says how the parts depend on each other.

${sections.join("\n\n")}
`;
}

const BEGIN = "<!-- Folders, by npm run docs -->";
const END = "<!-- End of folders -->";

function architecturePage(root: string, floors: readonly string[]): string {
	const text = readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8");
	const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
	if (from === -1 || to === -1) throw new Error("ARCHITECTURE.md has lost the marks around its table of folders.");
	const table = tableOf(root, "src/server", (folder) => folder, floors);
	return `${text.slice(0, from + BEGIN.length)}\n${table}\n${text.slice(to)}`;
}

/**
 * @param floors the folders of `src/server`, from the top
 * @returns the documents with tables of folders, as the folders say it now, by their path from the root
 */
export const foldersDocs = (root: string, floors: readonly string[]): [file: string, text: string][] => [
	["docs/folders.md", foldersPage(root)],
	["ARCHITECTURE.md", architecturePage(root, floors)],
];
