import { z } from "zod";
import { MAX_ICON_BYTES, MAX_LOGO_BYTES } from "../brand.ts";
import { defineContract } from "../contract.ts";

const name = z
	.string()
	.trim()
	.min(1, "Enter a name.")
	.max(40)
	.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, "Use no control characters.");

const base64 = (maxBytes: number) => z.base64().max(Math.ceil(maxBytes / 3) * 4, "Choose a smaller file.");

const brandInput = z.object({
	name,
	/** The sender's name of system mail; null: the product's name. */
	senderName: name.nullable(),
	/** As `#1d5b41`; null: the default. Its lightness is adapted to each theme. */
	accent: z
		.string()
		.toLowerCase()
		.regex(/^#[0-9a-f]{6}$/, "Enter a color such as #1d5b41.")
		.nullable(),
	/** Absent: stays as it is; null: the default. */
	logo: z
		.object({
			/** SVG or PNG, in base64. */
			image: base64(MAX_LOGO_BYTES),
			/** The logo as a PNG of 512 × 512 pixels, for home screens, in base64. */
			icon: base64(MAX_ICON_BYTES),
		})
		.nullable()
		.optional(),
});
export type BrandInput = z.output<typeof brandInput>;

const brandReply = z.object({
	name: z.string(),
	senderName: z.string().nullable(),
	accent: z.string().nullable(),
	/** Path of the logo; null: the default. */
	logo: z.string().nullable(),
});
export type BrandReply = z.infer<typeof brandReply>;

const asOperator = "operator" as const;

export const brandContract = defineContract({
	getBrand: {
		method: "GET",
		path: "/api/v1/operator/brand",
		summary: "Get the product's name, colors, logo and the sender's name of system mail",
		access: asOperator,
		reply: brandReply,
	},
	updateBrand: {
		method: "PUT",
		path: "/api/v1/operator/brand",
		summary: "Change the product's name, color, logo and the sender's name of system mail",
		access: asOperator,
		body: brandInput,
		reply: brandReply,
		problems: ["bad-logo"],
	},
	resetBrand: {
		method: "DELETE",
		path: "/api/v1/operator/brand",
		summary: "Return to the default name, color and logo",
		access: asOperator,
		reply: brandReply,
	},
	getBrandLogo: {
		method: "GET",
		path: "/brand/logo",
		summary: "Get the logo that the operator has set",
		access: "public",
		raw: "image/*",
	},
	getBrandIcon: {
		method: "GET",
		path: "/brand/icon",
		summary: "Get the operator's logo as an icon for home screens",
		access: "public",
		raw: "image/png",
	},
});
