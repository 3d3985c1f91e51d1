import { createHash } from "node:crypto";
import { type BrandSettings, defaultBrand } from "#shared/brand.ts";
import type { Database } from "../../db/database.ts";

/** The SQL of the brand. */

interface Row {
	name: string;
	sender_name: string | null;
	accent: string | null;
	logo: Buffer | null;
}

/** A logo, and the icon made from it. */
export interface LogoFiles {
	logo: Uint8Array;
	icon: Uint8Array;
}

/** As the operator has set it, or the default. */
export async function readBrand(database: Database): Promise<BrandSettings> {
	const row = await database.one<Row>("select name, sender_name, accent, logo from brand", []);
	if (row === undefined) return defaultBrand;
	const { name, sender_name: senderName, accent, logo } = row;
	return { name, senderName, accent, logo: logo && versionOf(logo) };
}

/** @returns null: the default one */
export async function readLogo(database: Database): Promise<(LogoFiles & { version: string }) | null> {
	const row = await database.one<{ logo: Buffer; icon: Buffer }>(
		"select logo, icon from brand where logo is not null",
		[],
	);
	return row === undefined ? null : { ...row, version: versionOf(row.logo) };
}

/** @param logo null: the default; undefined: stays as it is */
export async function writeBrand(
	database: Database,
	{ name, senderName, accent }: Omit<BrandSettings, "logo">,
	logo: LogoFiles | null | undefined,
): Promise<void> {
	await database.exec(
		`insert into brand (name, sender_name, accent, logo, icon) values ($1, $2, $3, $4, $5)
		on conflict (id) do update set name = excluded.name, sender_name = excluded.sender_name, accent = excluded.accent,
			logo = case when $6 then brand.logo else excluded.logo end, icon = case when $6 then brand.icon else excluded.icon end`,
		[name, senderName, accent, logo?.logo ?? null, logo?.icon ?? null, logo === undefined],
	);
}

export async function deleteBrand(database: Database): Promise<void> {
	await database.exec("delete from brand", []);
}

function versionOf(logo: Uint8Array): string {
	return createHash("sha256").update(logo).digest("base64url").slice(0, 12);
}
