import type { Database } from "#kernel/database.ts";
import type { Kind } from "../../contract.ts";

/** Storage by kind: each message counts fully, as the kind of its largest attachment or as text. */

/** Messages per statement: under 50 ms on the embedded database. */
const PAGE = 2_000;

/** In a message an attachment takes a third more than the file: base64 (RFC 2045 §6.8). */
const mostlyAttachments = "e.has_attachments and e.attachment_bytes * 8 >= e.size_bytes * 3";

const endings = {
	pictures: "jpe?g|png|gif|webp|heic|tiff?|bmp|svg|raw|psd",
	media: "mp[34]|m4[av]|mov|avi|mkv|webm|wav|ogg|flac|aac|wmv",
	archives: "zip|gz|tgz|rar|7z|tar|bz2|xz|iso|dmg",
	documents: "pdf|docx?|xlsx?|pptx?|od[tsp]|csv|rtf|txt|pages|numbers|key|epub|md",
};

/** SQL for the kind of the largest attachment of `e`; application/octet-stream is resolved by file name. */
const kindOfLargest = `(
	select case
		when a.content_type like 'image/%' or a.filename ~* '\\.(${endings.pictures})$' then 'pictures'
		when a.content_type like 'audio/%' or a.content_type like 'video/%' or a.filename ~* '\\.(${endings.media})$' then 'media'
		when a.content_type ~ 'zip|compressed|x-tar|x-rar' and a.content_type !~ 'officedocument|opendocument'
			or a.filename ~* '\\.(${endings.archives})$' then 'archives'
		when a.content_type ~ 'pdf|msword|officedocument|opendocument|ms-excel|ms-powerpoint|^text/(plain|csv|rtf)'
			or a.filename ~* '\\.(${endings.documents})$' then 'documents'
		else 'other' end
	from mail_attachments_v1 a where a.owner_id = e.owner_id and a.account_id = e.account_id and a.email_id = e.id
		and not a.is_inline
	order by a.size_bytes desc, a.position limit 1)`;

/** SQL for whether `e` is of a kind other than `text`. @param kind SQL */
export function isOfKind(kind: string): string {
	return `${mostlyAttachments} and ${kindOfLargest} = ${kind}::text`;
}

export interface KindTotal {
	kind: Kind;
	count: number;
	bytes: number;
}

/** Sums an account's mail outside spam and trash, page by page. @param onPage called with the number of messages processed */
export async function totalKinds(
	database: Database,
	ownerId: string,
	accountId: string,
	onPage: (count: number) => void,
	limit = PAGE,
): Promise<KindTotal[]> {
	const totals = new Map<Kind, KindTotal>();
	let after = "00000000-0000-0000-0000-000000000000";
	for (;;) {
		const rows = await database.query<{
			id: string | null;
			kind: Kind | null;
			scanned: number;
			count: number;
			bytes: number;
		}>(
			`with page as materialized (
				select * from mail_messages_v1 where owner_id = $1 and account_id = $2 and id > $3 order by id limit $4
			), sorted as (
				select case when ${mostlyAttachments} then ${kindOfLargest} else 'text' end as kind, e.size_bytes
				from page e where e.folder_role not in ('spam', 'trash', 'drafts')
			)
			select null as id, kind, count(*)::int as count, sum(size_bytes)::bigint as bytes, 0 as scanned from sorted group by kind
			union all select max(id::text), null, 0, 0, count(*)::int from page`,
			[ownerId, accountId, after, limit],
		);
		const page = rows.find((row) => row.id !== null);
		if (page === undefined || page.id === null) break;
		after = page.id;
		for (const { kind, count, bytes } of rows) {
			if (kind === null) continue;
			const total = totals.get(kind) ?? { kind, count: 0, bytes: 0 };
			totals.set(kind, { kind, count: total.count + count, bytes: total.bytes + bytes });
		}
		onPage(page.scanned);
		if (page.scanned < limit) break;
	}
	return [...totals.values()].sort((a, b) => b.bytes - a.bytes);
}
