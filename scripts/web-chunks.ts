import { join } from "node:path";
import type { Rolldown } from "vite";

const web = join(import.meta.dirname, "../src/web");
const documents = ["index.html", "site.html"];

/** What is needed first: by the public pages, by sign-in and the frame of the app, and by the hub. */
const layers = {
	base: ["site.html", "site/home-page.tsx", "site/pricing-page.tsx", "site/privacy-page.tsx", "site/terms-page.tsx"],
	app: ["index.html", "auth/auth-page.tsx", "auth/reset-page.tsx", "auth/verify-page.tsx", "site/contact-page.tsx"],
	kit: ["../tools/hub/web/hub-page.tsx"],
};

/** Dynamic imports that come together, with all that only they need: right after a tool's first paint, charts, and an email. */
const parts = {
	workbench:
		/\/(?:navigation\/(?:rail|user-menu|jobs-indicator)|shell\/overlays|toast\/toaster|(?:unread|returned|outbox)-count|new-changes|folder-tree|(?:campaign|composer|filter|time)-host|inbox-extension)\.tsx?$/,
	charts: /\/ui\/charts\/(?:[\w-]+-chart|heat-map)\.tsx$/,
	reading: /\/inbox\/web\/(?:message\/reading-pane|change-dialogs|folders\/edit\/folder-dialog)\.tsx$/,
};

/** Large libraries that few pages use. */
const heavy = /\/node_modules\/(?:zod|@tiptap|prosemirror-[\w-]+|dompurify|d3-[\w-]+|papaparse|react-hook-form)\//;

/**
 * Joins modules that several pages use to few chunks, because each chunk is a request before a page shows.
 *
 * The chunks are filled in order, each with a set of modules that contains what they import or finds it in the chunks
 * before: so no two import each other. See docs/decisions/0031-web-app.md.
 */
export function webChunks(): Rolldown.CodeSplittingGroup {
	let chunks: ReadonlyMap<string, string> | undefined;
	return {
		name: (id, context) => {
			chunks ??= assign(context);
			return chunks.get(id) ?? null;
		},
		debugName: "web chunks",
		includeDependenciesRecursively: false,
	};
}

/** The chunk of each module that several pages use, by id. */
function assign(context: Rolldown.ChunkingContext): Map<string, string> {
	const closure = createClosure(context);
	// Pages, dialogs and other dynamic imports; the iteration comes to those that it adds.
	const entries = new Set(documents.map((path) => join(web, path)));
	const users = new Map<string, number>();
	for (const entry of entries)
		for (const id of closure(entry)) {
			users.set(id, (users.get(id) ?? 0) + 1);
			for (const imported of context.getModuleInfo(id)?.dynamicallyImportedIds ?? []) entries.add(imported);
		}
	const isShared = (id: string) => (users.get(id) ?? 0) > 1 && ![...closure(id)].some((each) => heavy.test(each));

	const chunks = new Map<string, string>();
	const fill = (name: string, ids: Iterable<string>) => {
		for (const id of ids) if (!chunks.has(id)) chunks.set(id, name);
	};
	for (const [name, paths] of Object.entries(layers))
		fill(name, paths.flatMap((path) => [...closure(join(web, path))]).filter(isShared));
	fill("workbench", [...users.keys()].filter(isShared));
	// A tool's settings need the library that checks them, and a few lines that would be a request of their own.
	fill("schemas", closure(join(web, "../shared/settings.ts")));
	for (const [name, test] of Object.entries(parts))
		fill(
			name,
			[...entries].filter((entry) => test.test(entry)).flatMap((entry) => [...closure(entry)]),
		);
	return chunks;
}

/** Gives a module and all that it imports, except dynamically. */
function createClosure(context: Rolldown.ChunkingContext): (id: string) => Set<string> {
	const closures = new Map<string, Set<string>>();
	const importsOf = createImportsOf(context);
	return (id) => {
		const found = closures.get(id) ?? new Set([id]);
		// The iteration comes to what it adds.
		if (!closures.has(id)) for (const each of found) for (const imported of importsOf(each)) found.add(imported);
		closures.set(id, found);
		return found;
	};
}

/** Gives what a module imports. Of the index of icons, which imports two thousand, only those that are named. */
function createImportsOf(context: Rolldown.ChunkingContext): (id: string) => readonly string[] {
	const icons = new Map<string, string>();
	return (id) => {
		const info = context.getModuleInfo(id);
		const index = info?.importedIds.find((imported) => imported.endsWith("/lucide-react.mjs"));
		if (info === null || index === undefined) return info?.importedIds ?? [];
		if (icons.size === 0)
			for (const [, names = "", file = ""] of (context.getModuleInfo(index)?.code ?? "").matchAll(
				/export \{([^}]+)\} from ['"]([^'"]+)/g,
			))
				for (const name of names.match(/\w+(?=,|\s*$)/g) ?? []) icons.set(name, join(index, "..", file));
		const named = [...(info.code ?? "").matchAll(/import\s*\{([^}]+)\}\s*from\s*"lucide-react"/g)]
			.flatMap(([, names = ""]) => names.match(/\w+(?= as|,|\s*$)/g) ?? [])
			.flatMap((name) => icons.get(name) ?? []);
		return [...info.importedIds.filter((imported) => imported !== index), ...named];
	};
}
