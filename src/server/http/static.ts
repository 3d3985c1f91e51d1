import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, posix, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import { notFound } from "../errors.ts";

type Encoding = "br" | "gzip";

interface WebFile {
	type: string;
	/** Without quotes. */
	hash: string;
	bytes: Uint8Array;
	/** Compressed at the build, or at the first request for it; null where that saves nothing. */
	compressed: Map<Encoding, Promise<Uint8Array | null>>;
}

interface Build {
	/** When index.html was written. */
	time: number;
	files: Map<string, WebFile>;
	/** Documents of pages, by their text. */
	pages: Map<string, WebFile>;
}

/** The built web app. */
export interface WebFiles {
	/**
	 * Answers a GET or HEAD: a file, or index.html for a page's address, since the browser knows the pages.
	 * @throws AppError 404 for a file that does not exist
	 */
	answer(request: Request): Promise<Response>;
	/** The address of the first file whose name matches; null when there is none. */
	find(name: RegExp): Promise<string | null>;
}

const suffixes: Record<Encoding, string> = { br: ".br", gzip: ".gz" };
const notBuilt = "The web app has not been built. Run `npm start`, which builds it, or `npm run build`, then reload.\n";

/** How a page's document is chosen and made ready. */
export interface Pages {
	/** The file of the build that it begins with; index.html where that is missing. */
	documentFor(path: string): string;
	/** The document as it is sent. */
	dress(path: string, html: string): string;
}

/**
 * Serves a folder from memory: it is a few megabytes, only names that exist in it are ever found, and a build
 * that replaces it is noticed.
 * @param root an absolute path; may not exist yet
 */
export function createWebFiles(root: string, pages: Pages): WebFiles {
	let loading: Promise<Build | null> | null = null;
	let time = -1;

	/** The files as they are now; read again when index.html has been written since. */
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
			const file = build.files.get(path) ?? (isPage(path) ? pageAt(build, path, pages) : undefined);
			if (file === undefined) throw notFound("The file");
			return respond(request, file, path.startsWith("/assets/"));
		},
		async find(name) {
			const build = await current();
			return [...(build?.files.keys() ?? [])].find((path) => name.test(path)) ?? null;
		},
	};
}

/** A page's document, kept by its text: there are as many as there are texts, whatever addresses are asked for. */
function pageAt(build: Build, path: string, pages: Pages): WebFile | undefined {
	const document = pages.documentFor(path);
	const source = build.files.get(document) ?? build.files.get("/index.html");
	if (source === undefined) return undefined;
	const html = pages.dress(path, new TextDecoder().decode(source.bytes));
	const known = build.pages.get(html);
	if (known !== undefined) return known;
	const bytes = new TextEncoder().encode(html);
	const page: WebFile = { ...describe("/index.html", bytes), bytes, compressed: new Map() };
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
	const files = new Map<string, WebFile>();
	const ready = new Map<string, Uint8Array>();
	for (const entry of entries) {
		if (!entry.isFile()) continue;
		const absolute = join(entry.parentPath, entry.name);
		const path = posix.join("/", absolute.slice(root.length).split(sep).join("/"));
		const bytes = await readFile(absolute);
		if (path.endsWith(".br") || path.endsWith(".gz")) ready.set(path, bytes);
		else files.set(path, { ...describe(path, bytes), bytes, compressed: new Map() });
	}
	for (const [path, file] of files)
		for (const encoding of ["br", "gzip"] as const) {
			const bytes = ready.get(path + suffixes[encoding]);
			if (bytes !== undefined) file.compressed.set(encoding, Promise.resolve(bytes));
		}
	return { time, files, pages: new Map() };
}

function describe(path: string, bytes: Uint8Array): { type: string; hash: string } {
	const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
	return { type: getMimeType(path) ?? "application/octet-stream", hash };
}

async function respond(request: Request, file: WebFile, hashed: boolean): Promise<Response> {
	const encoding = chooseEncoding(request.headers.get("accept-encoding") ?? "", file);
	const compressed = encoding === null ? null : await compress(file, encoding);
	const etag = `"${file.hash}${compressed === null ? "" : `-${encoding}`}"`;
	const headers = new Headers({
		"content-type": file.type,
		"cache-control": hashed ? "public, max-age=31536000, immutable" : "no-cache",
		vary: "accept-encoding",
		etag,
	});
	const known = request.headers.get("if-none-match");
	if (known?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))
		return new Response(null, { status: 304, headers });
	if (compressed !== null && encoding !== null) headers.set("content-encoding", encoding);
	const bytes = compressed ?? file.bytes;
	headers.set("content-length", String(bytes.byteLength));
	return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), { headers });
}

function chooseEncoding(accepted: string, file: WebFile): Encoding | null {
	if (!/^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/.test(file.type)) return null;
	const refused = (name: Encoding) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted);
	for (const encoding of ["br", "gzip"] as const)
		if (new RegExp(`\\b${encoding}\\b`).test(accepted) && !refused(encoding)) return encoding;
	return null;
}

function compress(file: WebFile, encoding: Encoding): Promise<Uint8Array | null> {
	const known = file.compressed.get(encoding);
	if (known !== undefined) return known;
	const made = pack[encoding](file.bytes).then((bytes) => (bytes.byteLength < file.bytes.byteLength ? bytes : null));
	file.compressed.set(encoding, made);
	return made;
}

const pack: Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
	br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
	gzip: (bytes) => promisify(gzip)(bytes),
};
