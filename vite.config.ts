import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, runnerImport } from "vite";
import { inlineText } from "./scripts/inline-text.ts";
import { webChunks } from "./scripts/web-chunks.ts";

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

/** Builds the web app from `src/web` into `dist/web`; in development `/api` goes to the running server. */
export default defineConfig({
	root: "src/web",
	publicDir: "public",
	plugins: [contractRoutes(), inlineText(import.meta.dirname), react(), tailwindcss(), pageRoutes(), precompress()],
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
