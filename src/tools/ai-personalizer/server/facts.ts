import type { Database } from "#kernel/database.ts";
import { messagesFrom } from "#kernel/own-mail.ts";
import { organizationOf } from "#kernel/parse.ts";
import { findPerson } from "#kernel/people.ts";
import type { Fact } from "../contract.ts";
import type { FactKind } from "../options.ts";

/** The part of a stored detail that is used (`enriched_addresses_v1`). */
interface Detail {
	field: string;
	value: string;
	confidence: number;
	evidence: { emailId: string | null; url: string | null; lastSeen: string }[];
}

/** Details that may be wrong are not worth a sentence. */
const LEAST_CONFIDENCE = 0.5;
const FIELDS: Readonly<Record<string, FactKind>> = { company: "company", position: "position", location: "location" };
/** Messages without a subject are skipped. */
const MOST_WITHOUT_SUBJECT = 20;
/** Names that are addresses, or several people. */
const NO_NAME = /[@,/]|\b(?:team|support|info|sales)\b/i;

/** What is known about a recipient: from past mail, and what the enrichment has stored. Nothing is looked up. */
export async function factsAbout(database: Database, ownerId: string, email: string): Promise<Fact[]> {
	const address = email.trim().toLowerCase();
	const [person, details, last] = await Promise.all([
		findPerson(database, ownerId, address),
		readDetails(database, ownerId, address),
		lastEmail(database, ownerId, address),
	]);
	const facts: Omit<Fact, "id">[] = [];
	const fullName = details.find(({ field }) => field === "fullName");
	const name = fullName?.value ?? (person?.name || last?.senderName) ?? "";
	const contactAt = person?.lastContactAt.toISOString() ?? last?.at ?? new Date(0).toISOString();
	if (name !== "" && !NO_NAME.test(name))
		facts.push({
			kind: "name",
			value: name,
			...(fullName ? seen(fullName) : { emailId: last?.id ?? null, url: null, seenAt: contactAt }),
		});
	for (const detail of details) {
		const kind = FIELDS[detail.field];
		if (kind !== undefined) facts.push({ kind, value: detail.value, ...seen(detail) });
	}
	const organization =
		person?.organization || (last ? organizationOf(address.slice(address.lastIndexOf("@") + 1)) : "");
	if (organization !== "" && !facts.some(({ kind }) => kind === "company"))
		facts.push({
			kind: "organization",
			value: organization,
			emailId: last?.id ?? null,
			url: null,
			seenAt: contactAt,
		});
	if (last && last.subject !== "")
		facts.push({ kind: "last_email", value: last.subject, emailId: last.id, url: null, seenAt: last.at });
	return facts.map((one, index) => ({ id: `f${index + 1}`, ...one }));
}

function seen({ evidence }: Detail): Pick<Fact, "emailId" | "url" | "seenAt"> {
	const [first] = evidence;
	return {
		emailId: first?.emailId ?? null,
		url: first?.url ?? null,
		seenAt: first?.lastSeen ?? new Date(0).toISOString(),
	};
}

async function readDetails(database: Database, ownerId: string, email: string): Promise<Detail[]> {
	const row = await database.one<{ facts: Detail[] }>(
		"select facts from enriched_addresses_v1 where owner_id = $1 and email = $2",
		[ownerId, email],
	);
	return (row?.facts ?? []).filter(({ confidence }) => confidence >= LEAST_CONFIDENCE);
}

/** The newest email that the person wrote: nothing from mailing lists or automatic. */
async function lastEmail(
	database: Database,
	ownerId: string,
	email: string,
): Promise<{ id: string; subject: string; senderName: string; at: string } | null> {
	const latest = await messagesFrom(database, ownerId, email, { limit: MOST_WITHOUT_SUBJECT, isPersonal: true });
	const row = latest.find(({ subject }) => subject !== "");
	if (row === undefined) return null;
	const { id, senderName, at } = row;
	const subject = row.subject.replace(/^(?:(?:re|aw|fwd?|wg|tr)\s*:\s*)+/i, "").trim();
	return { id, senderName, subject: subject.slice(0, 120), at: at.toISOString() };
}
