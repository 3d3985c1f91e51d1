import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, posix, sep } from "node:path";
import { getMimeType } from "hono/utils/mime";
import { notFound } from "../errors.ts";
import { type Encoding, type MemoryFile, memoryFile, replyWithFile } from "./memory-file.ts";
import { createPageMatcher } from "./page-routes.ts";

interface Build {
	/** Modification time of index.html. */
	time: number;
	files: Map<string, MemoryFile>;
	/** Documents of pages, keyed by content. */
	pages: Map<string, MemoryFile>;
	/** Whether the app has a page at a path. */
	hasPage(path: string): boolean;
}

/** The built web app. */
export interface WebFiles {
	/**
	 * Answers a GET or HEAD: a file, or the document of a page; for a path that is neither, the app's not-found page
	 * with status 404.
	 * @throws AppError 404 for a file that does not exist
	 */
	answer(request: Request): Promise<Response>;
	/** The path of the first file whose name matches; null when there is none. */
	find(name: RegExp): Promise<string | null>;
}

const suffixes: Record<Encoding, string> = { br: ".br", gzip: ".gz" };
/** The app's page routes, written by the build (vite.config.ts); without it every path is a page. */
const ROUTES = "/routes.json";
const FOREVER = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";
const notBuilt = "The web app has not been built. Run `npm start`, which builds it, or `npm run build`, then reload.\n";

/** Chooses and prepares a page's document. */
export interface Pages {
	/** The build's file for the page; index.html if that is missing. */
	documentFor(path: string): string;
	/** The document as sent. */
	dress(path: string, html: string): string;
}

/**
 * Serves a folder from memory: it is a few megabytes, only files that exist in it are found, and a new build is
 * noticed.
 * @param root absolute path; need not exist yet
 */
export function createWebFiles(root: string, pages: Pages): WebFiles {
	let loading: Promise<Build | null> | null = null;
	let time = -1;

	/** The current files; reloaded when index.html has changed. */
	async function current(): Promise<Build | null> {
		const now = await stat(join(root, "index.html")).then(
			(found) => found.mtimeMs,
			() => -1,
		);
		if (loading === null || now !== time) {
			time = now;
			loading = now === -1 ? Promise.resolve(null) : load(root, now);
		}
		return loading;
	}

	return {
		async answer(request) {
			const path = decode(new URL(request.url).pathname);
			const build = await current();
			if (build === null)
				return new Response(notBuilt, { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } });
			const file = build.files.get(path);
			if (file !== undefined) return replyWithFile(request, file, path.startsWith("/assets/") ? FOREVER : REVALIDATE);
			const page = isPage(path) ? pageAt(build, path, pages) : undefined;
			if (page === undefined) throw notFound("The file");
			return replyWithFile(request, page, REVALIDATE, build.hasPage(path) ? 200 : 404);
		},
		async find(name) {
			const build = await current();
			return [...(build?.files.keys() ?? [])].find((path) => name.test(path)) ?? null;
		},
	};
}

/**
 * A page's document, cached by content: there are only as many as distinct documents, whatever paths are requested.
 */
function pageAt(build: Build, path: string, pages: Pages): MemoryFile | undefined {
	const document = pages.documentFor(path);
	const source = build.files.get(document) ?? build.files.get("/index.html");
	if (source === undefined) return undefined;
	const html = pages.dress(path, new TextDecoder().decode(source.bytes));
	const known = build.pages.get(html);
	if (known !== undefined) return known;
	const bytes = new TextEncoder().encode(html);
	const page = memoryFile(typeOf("/index.html"), bytes);
	build.pages.set(html, page);
	return page;
}

/** Pages have no extension; files do. */
function isPage(path: string): boolean {
	return !path.startsWith("/assets/") && extname(path) === "";
}

function decode(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		throw notFound("The file");
	}
}

async function load(root: string, time: number): Promise<Build> {
	const entries = await readdir(root, { recursive: true, withFileTypes: true });
	const files = new Map<string, MemoryFile>();
	const ready = new Map<string, Uint8Array>();
	for (const entry of entries) {
		if (!entry.isFile()) continue;
		const absolute = join(entry.parentPath, entry.name);
		const path = posix.join("/", absolute.slice(root.length).split(sep).join("/"));
		const bytes = await readFile(absolute);
		if (path.endsWith(".br") || path.endsWith(".gz")) ready.set(path, bytes);
		else files.set(path, memoryFile(typeOf(path), bytes));
	}
	const routes = files.get(ROUTES);
	files.delete(ROUTES);
	for (const [path, file] of files)
		for (const encoding of ["br", "gzip"] as const) {
			const bytes = ready.get(path + suffixes[encoding]);
			if (bytes !== undefined) file.compressed.set(encoding, Promise.resolve(bytes));
		}
	return { time, files, pages: new Map(), hasPage: routes === undefined ? () => true : pageMatcherOf(routes) };
}

function pageMatcherOf(routes: MemoryFile): (path: string) => boolean {
	return createPageMatcher(JSON.parse(new TextDecoder().decode(routes.bytes)) as string[]);
}

function typeOf(path: string): string {
	return getMimeType(path) ?? "application/octet-stream";
}
