import type { MailContext } from "#kernel/module.ts";
import type { Finding, Step } from "../../contract.ts";
import { fieldsOf } from "../../template.ts";

/** Nearly the same text twice: to one person it is a nuisance, and to many it is what filters recognize as spam. */

/** Jaccard index of the word sequences of two texts, from which on they say nearly the same. */
const SAME = 0.8;
/** Words that are compared as one sequence. */
const SEQUENCE = 3;
/** Characters that are compared. */
const MAX_TEXT = 10_000;
/** With more recipients, a text without merge fields is mentioned. */
const MANY = 100;
/** Earlier campaigns per statement. */
const PAGE = 200;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Sequences of words, with merge fields, case and punctuation left out; null: all of it is merge fields. */
function sequencesOf(text: string): ReadonlySet<string> | null {
	const plain = text.slice(0, MAX_TEXT).replace(/\{\{[^{}]*\}\}/g, " ");
	const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	if (words.length === 0) return null;
	const count = Math.max(1, words.length - SEQUENCE + 1);
	return new Set(Array.from({ length: count }, (_, at) => words.slice(at, at + SEQUENCE).join(" ")));
}

function isNearlyTheSame(a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean {
	if (a === null || b === null) return false;
	const common = [...a].filter((sequence) => b.has(sequence)).length;
	return common / (a.size + b.size - common) >= SAME;
}

/** Messages of a campaign that repeat each other, which block the launch, and texts that everyone gets word for word. */
export function textFindings(
	steps: readonly Pick<Step, "subject" | "subjectB" | "body">[],
	waiting: number,
): Finding[] {
	const texts = steps.map(({ body }) => sequencesOf(body));
	const found: Finding[] = [];
	for (const [later, text] of texts.entries()) {
		const earlier = texts.findIndex((other, index) => index < later && isNearlyTheSame(other, text));
		if (earlier < 0) continue;
		const message = `Messages ${earlier + 1} and ${later + 1} say nearly the same. Write something new in message ${later + 1}.`;
		found.push({ code: "same-text", message, isBlocking: true });
	}
	const isPersonal = steps.some(
		({ subject, subjectB, body }) => fieldsOf(`${subject}\n${subjectB}\n${body}`).length > 0,
	);
	if (!isPersonal && waiting > MANY) {
		const message = `All ${waiting} people get exactly the same text, which spam filters recognize. Add a merge field, such as {{first_name|there}}.`;
		found.push({ code: "not-personal", message, isBlocking: false });
	}
	return found;
}

/** Other campaigns of the owner that were launched and have a message with nearly the same text. */
export async function campaignsWithSameText(
	{ database }: Pick<MailContext, "database">,
	{ ownerId, campaignId, steps }: { ownerId: string; campaignId: string; steps: readonly Pick<Step, "body">[] },
	limit = PAGE,
): Promise<string[]> {
	const own = steps.map(({ body }) => sequencesOf(body));
	const same = new Set<string>();
	for (let after = FIRST_ID; ; ) {
		const rows = await database.query<{ id: string; body: string }>(
			`select c.id, left(coalesce(s.body, ''), ${MAX_TEXT}) as body from (
				select id from campaigns where owner_id = $1 and id <> $2 and launched_at is not null and id > $3
				order by id limit $4) c
			left join campaign_steps s on s.owner_id = $1 and s.campaign_id = c.id order by c.id`,
			[ownerId, campaignId, after, limit],
		);
		for (const { id, body } of rows) {
			const theirs = sequencesOf(body);
			if (own.some((text) => isNearlyTheSame(text, theirs))) same.add(id);
		}
		const last = rows.at(-1);
		if (last === undefined) return [...same];
		after = last.id;
	}
}
