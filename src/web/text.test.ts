import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ESTree, parseSync } from "vite";
import { describe, expect, it } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");
const sources = (folder: string, ext: string) =>
	globSync(`${folder}/**/*.${ext}`, { cwd: root }).filter((path) => !/\.test\.|\/(?:text|reader-text)\.ts$/.test(path));

/** Documents: all of the file is text. */
const documents = ["src/web/site/privacy-page.tsx", "src/web/site/terms-page.tsx"];
/** Shows the components in development; not part of the product. */
const isGallery = (path: string) => path.startsWith("src/web/gallery/");
const screens = sources("src/{web,tools/*/web,providers/*/web}", "tsx").filter(
	(path) => !documents.includes(path) && !isGallery(path),
);
const texts = globSync("src/{web,tools/*/web,providers/*/web}/**/{text,reader-text}.ts", { cwd: root });

const TEXT_IMPORT = /^import \{ t(?: as (\w+))? \} from "(\.[\w./-]*\/(?:text|reader-text)\.ts)";$/gm;
const users = sources("src/{web,tools/*/web,providers/*/web}", "{ts,tsx}").filter((path) =>
	read(path).match(TEXT_IMPORT),
);

/** Attributes and properties whose values people read. */
const READ =
	/^(?:aria-label|(?:.*[a-z])?(?:label|title)|label|title|description|placeholder|alt|hint|note|detail|header)$/i;

/** "1 emails": a plural after one. */
const ONE_OF_MANY =
	/(?<![\d.,])1 (?:emails|messages|lists|senders|filters|mailboxes|files|attachments|conversations|contacts|rows|addresses|people|days|hours|minutes|months|weeks|years|copies|duplicates|folders|subscriptions|jobs|campaigns|recipients|rules|images|keys|domains|accounts|sessions|organizations|steps|threads|replies|points|results|others|(?:older|more) \w+s)\b/;
/** Entries that are never given the number 1: they get a word, a limit, or the size of more than what is shown. */
const NEVER_ONE: readonly string[] = [
	...["bulk.actionEmails", "screener.noneYet", "recipients.limit", "scoring.minimum"],
	...["duplicates.firstOf", "detail.showingOfEmails", "plan.showAllFolders", "list.accounts"],
];

type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** The text of a literal or template, without what is interpolated; null for other nodes. */
function literalText(node: unknown): string | null {
	if (!isNode(node)) return null;
	if (node.type === "Literal" && typeof node.value === "string") return node.value;
	if (node.type !== "TemplateLiteral") return null;
	return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("");
}

/** Literals that an expression may evaluate to. */
function resultsOf(node: unknown): string[] {
	if (!isNode(node)) return [];
	if (node.type === "ConditionalExpression") return [...resultsOf(node.consequent), ...resultsOf(node.alternate)];
	if (node.type === "LogicalExpression") return [...resultsOf(node.left), ...resultsOf(node.right)];
	const text = literalText(node);
	return text === null ? [] : [text];
}

/** Addresses and the like are the same in each language. */
const isText = (text: string) => /\p{L}{2}/u.test(text) && !/^\S*[@.]\S*$/.test(text);

/** Texts in JSX that do not come from a text.ts; `<code>` and `<pre>` hold code. */
function literalsIn(node: unknown, found: string[] = []): string[] {
	if (Array.isArray(node)) for (const one of node) literalsIn(one, found);
	if (!isNode(node)) return found;
	if (node.type === "JSXElement") {
		const { name } = (node.openingElement as { name: { name?: string } }).name;
		if (name === "code" || name === "pre") return found;
	}
	if (node.type === "JSXElement" || node.type === "JSXFragment")
		for (const child of node.children as Node[]) {
			if (child.type === "JSXText") found.push(child.value as string);
			if (child.type === "JSXExpressionContainer") found.push(...resultsOf(child.expression));
		}
	if (node.type === "JSXAttribute" && READ.test(String((node.name as { name: unknown }).name))) {
		const value = node.value as Node | null;
		found.push(...resultsOf(value?.type === "JSXExpressionContainer" ? value.expression : value));
	}
	if (node.type === "Property" && READ.test(String((node.key as { name?: unknown }).name)))
		found.push(...resultsOf(node.value));
	for (const [key, value] of Object.entries(node)) if (key !== "type") literalsIn(value, found);
	return found;
}

/** Where texts are used other than as `t.group.key`, or `t.entry` for functions: as a whole, by the group, by a variable. */
function usesOfGroups(root: Node, name: string, texts: Record<string, unknown>): string[] {
	const found: string[] = [];
	const visit = (node: Node, parents: readonly Node[]): void => {
		const [parent, grandparent] = parents;
		const isRead = (one: Node | undefined, of: Node | undefined) =>
			one?.type === "MemberExpression" && one.computed === false && one.object === of;
		if (node.type === "Identifier" && node.name === name && parent?.type !== "ImportSpecifier") {
			const isProperty =
				parent !== undefined && [parent.property, parent.key].includes(node) && parent.computed === false;
			const group = texts[(parent?.property as { name?: string } | undefined)?.name ?? ""];
			if (!isProperty && !(isRead(parent, node) && (typeof group === "function" || isRead(grandparent, parent))))
				found.push(`${name} at ${node.start}`);
		}
		for (const value of Object.values(node))
			for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, [node, ...parents]);
	};
	visit(root, []);
	return found;
}

/** @returns the text for the number 1; null where an entry is not about numbers */
function saidOfOne(entry: (...ones: number[]) => unknown): unknown {
	try {
		return entry(1, 1, 1, 1);
	} catch {
		return null;
	}
}

describe("the text of screens", () => {
	it.each(screens)("%s takes its text from text.ts", (path) => {
		const program: ESTree.Program = parseSync(path, read(path)).program;
		expect(
			literalsIn(program)
				.filter(isText)
				.map((text) => text.trim()),
		).toEqual([]);
	});

	it.each(texts)("%s says one of a kind in the singular", async (path) => {
		const { t } = (await import(`${root}/${path}`)) as { t: Record<string, Record<string, unknown>> };
		const said: string[] = [];
		for (const [group, words] of Object.entries(t))
			for (const [key, entry] of Object.entries(words)) {
				if (typeof entry !== "function" || NEVER_ONE.includes(`${group}.${key}`)) continue;
				const text: unknown = saidOfOne(entry as (...ones: number[]) => unknown);
				if (typeof text === "string" && ONE_OF_MANY.test(text)) said.push(`${group}.${key}: ${text}`);
			}
		expect(said).toEqual([]);
	});

	// The build puts constants where `t.group.key` stands, and takes them out of text.ts.
	it.each(users)("%s reads its texts entry by entry", async (path) => {
		const code = read(path);
		for (const [, name = "t", from = ""] of code.matchAll(TEXT_IMPORT)) {
			const { t } = (await import(join(root, dirname(path), from))) as { t: Record<string, unknown> };
			expect(usesOfGroups(parseSync(path, code).program as unknown as Node, name, t)).toEqual([]);
		}
	});

	it.each(texts)("%s has no entry that is not used", async (path) => {
		const { t } = (await import(`${root}/${path}`)) as { t: Record<string, Record<string, unknown>> };
		// The texts in `base` belong to the folder around it.
		const folder = dirname(path).replace(/\/base$/, "");
		const used = sources(folder, "{ts,tsx}").map(read).join("\n");
		const entries = Object.entries(t).flatMap(([group, words]) => Object.keys(words).map((key) => `${group}.${key}`));
		const isUsed = (entry: string) => new RegExp(`\\b(?:t|\\w+Text)\\.${entry.replaceAll(".", "\\.")}\\b`).test(used);
		expect(entries.filter((entry) => !isUsed(entry))).toEqual([]);
	});
});
