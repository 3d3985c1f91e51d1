import { brand, setBrand } from "#shared/brand.ts";
import { type BrandReply, brandContract } from "#shared/contracts/brand.ts";
import { notFound } from "../../errors.ts";
import { assertIcon, logoType } from "../../platform/brand/logo.ts";
import { deleteBrand, type LogoFiles, readBrand, readLogo, writeBrand } from "../../platform/brand/store.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { Context } from "../auth/context.ts";

/** White-label: the product's name, color, logo and the sender's name of system mail. */
export const brandModule: ServerModule<Context> = {
	name: "brand",
	routes(ctx) {
		const { database, events, log } = ctx;
		/** Tells all processes; this one, before it answers. */
		const changed = async (operatorId: string): Promise<BrandReply> => {
			setBrand(await readBrand(database));
			events.brandChanged();
			log.info({ event: "brand.changed", operatorId, name: brand.name }, "the operator has changed the brand");
			return currentBrand(database);
		};
		return [
			implement(brandContract, {
				getBrand: () => currentBrand(database),
				async updateBrand({ caller, body: { logo, ...settings } }) {
					await writeBrand(database, settings, logo && filesOf(logo));
					return changed(caller.ownerId);
				},
				async resetBrand({ caller }) {
					await deleteBrand(database);
					return changed(caller.ownerId);
				},
				async getBrandLogo({ request }) {
					const files = await readLogo(database);
					if (files === null) throw notFound("The logo");
					return imageReply(request, files.logo, files.version, logoType(files.logo));
				},
				async getBrandIcon({ request }) {
					const files = await readLogo(database);
					if (files === null) throw notFound("The icon");
					return imageReply(request, files.icon, files.version, "image/png");
				},
			}),
		];
	},
};

/** As stored: another process may have changed it a moment ago. */
async function currentBrand(database: Context["database"]): Promise<BrandReply> {
	const { logo, ...settings } = await readBrand(database);
	return { ...settings, logo: logo === null ? null : `/brand/logo?v=${logo}` };
}

/** @throws AppError 400 `bad-logo` */
function filesOf({ image, icon }: { image: string; icon: string }): LogoFiles {
	const files = { logo: Buffer.from(image, "base64"), icon: Buffer.from(icon, "base64") };
	logoType(files.logo);
	assertIcon(files.icon);
	return files;
}

/** URLs contain the version, so that browsers keep what they have. */
function imageReply(request: Request, bytes: Uint8Array, version: string, type: string): Response {
	const isCurrent = new URL(request.url).searchParams.get("v") === version;
	const headers = {
		"content-type": type,
		"cache-control": isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
		etag: `"${version}"`,
	};
	if (request.headers.get("if-none-match") === headers.etag) return new Response(null, { status: 304, headers });
	return new Response(new Uint8Array(bytes), { headers });
}
