import type { CardPhoto } from "#kernel/cards.ts";
import type { Database } from "#kernel/database.ts";

/** The SQL of pictures, one of a card at most. */

/** Pictures by card. */
export async function readPhotos(
	database: Database,
	ownerId: string,
	cardIds: readonly string[],
): Promise<Map<string, CardPhoto>> {
	const rows = await database.query<CardPhoto & { id: string }>(
		`select card_id as id, content_type as "contentType", data as base64 from contact_photos
		where owner_id = $1 and card_id = any($2::uuid[])`,
		[ownerId, cardIds],
	);
	return new Map(rows.map(({ id, ...photo }) => [id, photo]));
}

/** Stores the picture of a card that has none. */
export async function addPhoto(
	database: Database,
	ownerId: string,
	{ cardId, photo }: { cardId: string; photo: CardPhoto },
): Promise<void> {
	await database.exec(
		`insert into contact_photos (owner_id, card_id, content_type, data) values ($1, $2, $3, $4)
		on conflict (owner_id, card_id) do nothing`,
		[ownerId, cardId, photo.contentType, photo.base64],
	);
}

export const dataUrlOf = ({ contentType, base64 }: CardPhoto): string => `data:${contentType};base64,${base64}`;

/** The picture of a `data:` URL; null: it is none. */
export function photoOf(dataUrl: string): CardPhoto | null {
	const [, contentType = "", base64 = ""] = /^data:(image\/[a-z]+);base64,(.*)$/.exec(dataUrl) ?? [];
	return contentType === "" ? null : { contentType, base64 };
}
