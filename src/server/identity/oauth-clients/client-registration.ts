import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { brand, softwareName } from "#shared/brand.ts";
import { type Config, deriveKey } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { skeletonOf } from "../../mail/trust/skeleton.ts";
import { destinationOf, isRedirectAllowed } from "./redirects.ts";

/** A client that registered itself (RFC 7591). */
export interface Client {
	/** As it calls itself. */
	name: string;
	redirectUris: string[];
}

/**
 * Ids of clients. An id is what the client registered, signed: anyone may register, so registering must not fill the
 * database.
 */
export interface ClientIds {
	issue(client: Client): string;
	/** Null: this server did not issue it. */
	read(id: string): Client | null;
}

export function createClientIds(config: Config): ClientIds {
	const key = deriveKey(config, "oauth-clients");
	const sign = (text: string): Buffer => createHmac("sha256", key).update(text).digest();
	return {
		issue({ name, redirectUris }) {
			const text = Buffer.from(JSON.stringify([name, ...redirectUris])).toString("base64url");
			return `${text}.${sign(text).toString("base64url")}`;
		},
		read(id) {
			const [text = "", signature = ""] = id.split(".");
			const given = Buffer.from(signature, "base64url");
			const right = sign(text);
			if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
			const [name = "", ...redirectUris] = JSON.parse(Buffer.from(text, "base64url").toString()) as string[];
			return { name, redirectUris };
		},
	};
}

/** Whether a client's name contains the product's, also in letters that only look alike: users would take the app for a part of it. */
export function isOurName(name: string): boolean {
	const seen = skeletonOf(lettersOf(name));
	return [brand.name, softwareName].some((own) => seen.includes(skeletonOf(lettersOf(own))));
}

function lettersOf(name: string): string {
	return name
		.normalize("NFKC")
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

const metadata = z.object({
	redirect_uris: z.array(z.string()).min(1).max(5),
	client_name: z.string().max(200).optional(),
});

/**
 * Reads the metadata of a client that registers.
 * @throws AppError 400 `invalid_redirect_uri`, `invalid_client_metadata` (RFC 7591 §3.2.2)
 */
export function readClientMetadata(given: unknown): Client {
	const parsed = metadata.safeParse(given);
	if (!parsed.success) throw new AppError(400, "invalid_client_metadata", z.prettifyError(parsed.error));
	const { redirect_uris: redirectUris, client_name: name = "" } = parsed.data;
	const wrong = redirectUris.find((uri) => !isRedirectAllowed(uri));
	if (wrong !== undefined)
		throw new AppError(
			400,
			"invalid_redirect_uri",
			"Redirect URIs must be https URLs, http URLs of this computer (localhost), or those of an app, without a fragment.",
		);
	// Invisible characters could make a name look like another one.
	const visible = name.replaceAll(/\p{C}/gu, "").trim().slice(0, 80);
	if (isOurName(visible))
		throw new AppError(
			400,
			"invalid_client_metadata",
			`client_name: an app must not be called like ${brand.name} itself. Choose another name.`,
		);
	return { name: visible === "" ? destinationOf(redirectUris[0] ?? "") : visible, redirectUris };
}
