import { brand, ICON_SIZE } from "#shared/brand.ts";
import { memoryFile, replyWithFile } from "./memory-file.ts";

/** The page's color in the light theme (src/web/styles/tokens.css). */
const PAPER = "#f9f8f4";

/** Answers the manifest that makes the app installable (https://www.w3.org/TR/appmanifest/). */
export function answerWebManifest(request: Request): Promise<Response> {
	const bytes = new TextEncoder().encode(JSON.stringify(webManifest()));
	return replyWithFile(request, memoryFile("application/manifest+json", bytes), "no-cache");
}

function webManifest() {
	return {
		name: brand.name,
		short_name: brand.name,
		description: brand.sentence,
		id: "/",
		start_url: "/inbox",
		scope: "/",
		display: "standalone",
		background_color: PAPER,
		theme_color: PAPER,
		icons:
			brand.icon === null
				? [
						icon(192, "/icons/192.png", "any"),
						icon(512, "/icons/512.png", "any"),
						icon(512, "/icons/maskable-512.png", "maskable"),
					]
				: [icon(ICON_SIZE, brand.icon, "any")],
	};
}

function icon(size: number, src: string, purpose: "any" | "maskable") {
	return { src, sizes: `${size}x${size}`, type: "image/png", purpose };
}
