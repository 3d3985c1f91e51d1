import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type ESTree, type Plugin, parseSync, runnerImport } from "vite";
import { webChunks } from "./scripts/web-chunks.ts";
import { brand } from "./src/shared/brand.ts";

const routesSuffix = "?routes";

/**
 * `import { jobsContract } from "#shared/contracts/jobs.ts?routes"` gives a contract's routes without their schemas:
 * the browser needs to know where to call, not how the server checks it, and the schemas would bring zod into the
 * first load (some 30 kB compressed).
 */
function contractRoutes(): Plugin {
	return {
		name: "contract-routes",
		enforce: "pre",
		async load(id) {
			if (!id.endsWith(routesSuffix)) return null;
			const file = id.slice(0, -routesSuffix.length);
			this.addWatchFile(file);
			const { mtimeMs } = await stat(file);
			const module: Record<string, unknown> = await import(`${pathToFileURL(file).href}?${mtimeMs}`);
			const lines = Object.entries(module).map(([name, value]) => {
				const routes = routesOf(value);
				return routes === null ? "" : `export const ${name} = ${JSON.stringify(routes)};`;
			});
			return lines.join("\n");
		},
	};
}

/** Method, path and kind of answer of each route; null for exports that are no contract. */
function routesOf(value: unknown): Record<string, object> | null {
	if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return null;
	const routes: Record<string, object> = {};
	for (const [id, route] of Object.entries(value)) {
		if (typeof route?.method !== "string" || typeof route?.path !== "string") return null;
		routes[id] = {
			method: route.method,
			path: route.path,
			raw: route.raw,
			stream: route.stream && { format: route.stream.format },
		};
	}
	return routes;
}

type Text = Record<string, Record<string, unknown>>;

/** Of a text.ts, or of the reader's, as `t` or, next to another one, under a name that ends in `Text`. */
const TEXT_IMPORT = /^import \{ t(?: as (\w+Text))? \} from "(\.[\w./-]*\/(?:text|reader-text)\.ts)";$/gm;

/**
 * Puts the constant entries of a text.ts where they are used, so that a page loads its own text and not that of the
 * whole tool. Functions stay in text.ts.
 */
function inlineText(): Plugin {
	const textOf = async (file: string): Promise<Text> => (await import(pathToFileURL(file).href)).t;
	return {
		name: "inline-text",
		apply: "build",
		enforce: "pre",
		async transform(code, id) {
			if (/\/src\/(?:web|(?:tools|providers)\/[\w-]+\/web)(?:\/[\w-]+)*\/(?:text|reader-text)\.ts$/.test(id))
				return functionsOf(code, await textOf(id));
			const texts = new Map<string, Text>();
			for (const [, name = "t", from = ""] of code.matchAll(TEXT_IMPORT))
				texts.set(name, await textOf(join(dirname(id), from)));
			if (texts.size === 0) return null;
			return code.replace(/(?<![\w$.])(t|\w+Text)\.(\w+)\.(\w+)\b/g, (use, name, group, key) => {
				const entry = texts.get(name)?.[group]?.[key];
				return typeof entry === "string" ? JSON.stringify(entry) : use;
			});
		},
	};
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

/** Compresses once at the build, as small as it goes, what the server would otherwise compress in a hurry. */
function precompress(): Plugin {
	return {
		name: "precompress",
		apply: "build",
		async writeBundle({ dir }) {
			if (dir === undefined) return;
			const names = await readdir(dir, { recursive: true });
			for (const name of names.filter((each) => /\.(js|css|svg)$/.test(each))) {
				const path = join(dir, name);
				const bytes = await readFile(path);
				await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
				await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
			}
		},
	};
}

/**
 * Leaves the addresses of all screens in `routes.json`, so that the server answers 404 for every other one without
 * having a list of its own.
 */
function pageRoutes(): Plugin {
	return {
		name: "page-routes",
		apply: "build",
		async generateBundle() {
			const { module } = await runnerImport<typeof import("#web/app-screens.ts")>("./src/web/app-screens.ts", {
				configFile: false,
				mode: "production",
				plugins: [contractRoutes()],
			});
			const paths = [...module.siteArea, ...module.toolArea].map(({ path }) => path);
			this.emitFile({ type: "asset", fileName: "routes.json", source: JSON.stringify(paths) });
		},
	};
}

/** Makes the app installable: its name and icons for the home screen (https://www.w3.org/TR/appmanifest/). */
function webManifest(): Plugin {
	const fileName = "app.webmanifest";
	const icon = (size: number, file: string, purpose: string) => ({
		src: `/icons/${file}.png`,
		sizes: `${size}x${size}`,
		type: "image/png",
		purpose,
	});
	const manifest = {
		name: brand.name,
		short_name: brand.name,
		description: brand.sentence,
		id: "/",
		start_url: "/inbox",
		scope: "/",
		display: "standalone",
		background_color: "#f9f8f4",
		theme_color: "#f9f8f4",
		icons: [icon(192, "192", "any"), icon(512, "512", "any"), icon(512, "maskable-512", "maskable")],
	};
	return {
		name: "web-manifest",
		apply: "build",
		transformIndexHtml: () => [
			{ tag: "link", attrs: { rel: "manifest", href: `/${fileName}` }, injectTo: "head" },
			{ tag: "link", attrs: { rel: "apple-touch-icon", href: "/icons/apple-180.png" }, injectTo: "head" },
		],
		generateBundle() {
			this.emitFile({ type: "asset", fileName, source: JSON.stringify(manifest) });
		},
	};
}

/** Builds the web app from `src/web` into `dist/web`; in development `/api` goes to the running server. */
export default defineConfig({
	root: "src/web",
	publicDir: "public",
	plugins: [contractRoutes(), inlineText(), react(), tailwindcss(), pageRoutes(), webManifest(), precompress()],
	build: {
		outDir: "../../dist/web",
		emptyOutDir: true,
		assetsInlineLimit: 0,
		target: "es2023",
		chunkSizeWarningLimit: 600,
		// The app, and the public pages as visitors get them. The server chooses (src/server/http/site-pages.ts).
		rolldownOptions: {
			input: ["src/web/index.html", "src/web/site.html"],
			output: {
				codeSplitting: { groups: [webChunks()] },
			},
		},
	},
	server: { proxy: { "/api": `http://127.0.0.1:${process.env.PORT ?? "3000"}` } },
});
