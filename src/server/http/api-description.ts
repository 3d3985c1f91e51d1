import { brand } from "#shared/brand.ts";
import type { Config } from "../config.ts";
import { apiPage } from "./api-page.ts";
import { type MemoryFile, memoryFile, replyWithFile } from "./memory-file.ts";
import type { MountedRoute } from "./mount.ts";
import { describeApi, type OpenApi } from "./openapi.ts";
import type { WebFiles } from "./static.ts";

/** The API description as OpenAPI and as an HTML page, each built at its first request: most servers start without one. */
export interface ApiDescription {
	/** Serves `/api/openapi.json`. */
	openApi(request: Request): Promise<Response>;
	/** Serves `/api/docs`. */
	docs(request: Request): Promise<Response>;
}

/** Changes only with the server version and the brand; clients revalidate by ETag. */
const CACHE = "public, max-age=300";

export function createApiDescription(routes: readonly MountedRoute[], config: Config, web: WebFiles): ApiDescription {
	let api: { brand: string; description: OpenApi } | null = null;
	let openApi: { of: OpenApi; file: MemoryFile } | null = null;
	let page: { of: OpenApi; typefaces: string; file: MemoryFile } | null = null;

	/** The operator may have changed the product's name or look. */
	function currentApi(): OpenApi {
		const shown = [brand.name, brand.accent, brand.logo].join(" ");
		if (api?.brand !== shown) api = { brand: shown, description: describeApi(routes, config) };
		return api.description;
	}

	/** The page references the fonts of the web app's build, so a new build rebuilds it. */
	async function currentPage(): Promise<MemoryFile> {
		const text = await web.find(/instrument-sans-latin-wght-normal-.+\.woff2$/);
		const titles = await web.find(/newsreader-latin-wght-normal-.+\.woff2$/);
		const typefaces = `${text} ${titles}`;
		const of = currentApi();
		if (page?.of !== of || page.typefaces !== typefaces) {
			const html = await apiPage(of, { text, titles });
			page = { of, typefaces, file: textFile("text/html; charset=UTF-8", html.toString()) };
		}
		return page.file;
	}

	return {
		async openApi(request) {
			const of = currentApi();
			if (openApi?.of !== of) openApi = { of, file: textFile("application/json", JSON.stringify(of)) };
			return replyWithFile(request, openApi.file, CACHE);
		},
		docs: async (request) => replyWithFile(request, await currentPage(), CACHE),
	};
}

function textFile(type: string, text: string): MemoryFile {
	return memoryFile(type, new TextEncoder().encode(text));
}
