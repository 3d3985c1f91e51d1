import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ESTree, type Plugin, parseSync } from "vite";

type Text = Record<string, Record<string, unknown>>;
type Brand = typeof import("#shared/brand.ts");

/** Of a text.ts, or of the reader's, as `t` or, next to another one, under a name that ends in `Text`. */
const TEXT_IMPORT = /^import \{ t(?: as (\w+Text))? \} from "(\.[\w./-]*\/(?:text|reader-text)\.ts)";$/gm;
const TEXT_FILE = /\/src\/(?:web|(?:tools|providers)\/[\w-]+\/web)(?:\/[\w-]+)*\/(?:text|reader-text)\.ts$/;
/** Stands for the product's name, which the operator can change, while texts are read: for private use, in no text. */
const NAME = "\uE000";
const BRAND = "inlinedBrand";

/**
 * Puts the constant entries of a text.ts where they are used, so that a page loads its own text and not that of the
 * whole tool. Functions stay in text.ts.
 * @param root the folder with `src`
 */
export function inlineText(root: string): Plugin {
	const textOf = async (file: string): Promise<Text> => {
		// The same module that text.ts imports.
		const { setBrand, defaultBrand }: Brand = await import(pathToFileURL(join(root, "src/shared/brand.ts")).href);
		setBrand({ ...defaultBrand, name: NAME });
		return (await import(pathToFileURL(file).href)).t;
	};
	return {
		name: "inline-text",
		apply: "build",
		enforce: "pre",
		async transform(code, id) {
			if (TEXT_FILE.test(id)) return functionsOf(code, await textOf(id));
			const texts = new Map<string, Text>();
			for (const [, name = "t", from = ""] of code.matchAll(TEXT_IMPORT))
				texts.set(name, await textOf(join(dirname(id), from)));
			return texts.size === 0 ? null : inlined(code, texts);
		},
	};
}

/** A module's source with the constants of these texts. @param texts by the name under which they are imported */
function inlined(code: string, texts: ReadonlyMap<string, Text>): string {
	let hasName = false;
	const result = code.replace(/(?<![\w$.])(t|\w+Text)\.(\w+)\.(\w+)\b/g, (use, name, group, key) => {
		const entry = texts.get(name)?.[group]?.[key];
		if (typeof entry !== "string") return use;
		hasName ||= entry.includes(NAME);
		return expressionOf(entry);
	});
	return hasName ? `import { brand as ${BRAND} } from "#shared/brand.ts";\n${result}` : result;
}

/** A literal; with the product's name, an expression that reads it. */
function expressionOf(entry: string): string {
	if (!entry.includes(NAME)) return JSON.stringify(entry);
	const parts = entry.split(NAME).map((part) => JSON.stringify(part));
	return `(${parts.join(` + ${BRAND}.name + `)})`;
}

/** The source of a text.ts without its constant entries. */
function functionsOf(code: string, text: Text): string {
	const declared = parseSync("text.ts", code).program.body.flatMap((statement) =>
		statement.type === "ExportNamedDeclaration" && statement.declaration?.type === "VariableDeclaration"
			? statement.declaration.declarations.map(({ init }) => init)
			: [],
	);
	const constants = declared
		.flatMap(propertiesOf)
		.flatMap((group) =>
			propertiesOf(group.value).filter((entry) => typeof text[nameOf(group)]?.[nameOf(entry)] === "string"),
		);
	let rest = code;
	for (const { start, end } of constants.reverse()) rest = rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, "");
	return rest;
}

function propertiesOf(node: ESTree.Expression | null): ESTree.ObjectProperty[] {
	return node?.type === "ObjectExpression" ? node.properties.filter((one) => one.type === "Property") : [];
}

function nameOf({ key }: ESTree.ObjectProperty): string {
	return key.type === "Identifier" ? key.name : "";
}
