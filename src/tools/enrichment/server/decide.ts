import type { Evidence, Fact } from "../contract.ts";
import { type EvidenceKind, type FieldId, fieldIds } from "../fields.ts";
import type { Observation } from "./observation.ts";
import { comparable } from "./values.ts";

/** How far one fresh message or page is trusted. */
const WEIGHTS: Record<EvidenceKind, number> = {
	vcard: 0.85,
	"display-name": 0.75,
	signature: 0.75,
	profile: 0.7,
	invitation: 0.65,
	"out-of-office": 0.6,
	"organization-header": 0.6,
	"sign-off": 0.7,
	// Says where the address is, not where the person works today.
	domain: 0.5,
};

/** After this many days an observation counts half: people change jobs more often than names. */
const HALF_LIFE_DAYS: Record<FieldId, number> = {
	fullName: 3_650,
	phone: 1_095,
	location: 730,
	address: 730,
	company: 550,
	position: 550,
	linkedIn: 1_825,
	twitter: 1_825,
	website: 1_095,
};

/** Fields of which a person has one: other values count against it. */
const SINGLE: ReadonlySet<FieldId> = new Set(["fullName", "company", "position", "location", "linkedIn", "twitter"]);

/** Share of a field in the confidence of the whole. */
const SHARES: Partial<Record<FieldId, number>> = { fullName: 3, company: 2, position: 2 };

const DAY_MS = 86_400_000;
/** Names change with weddings. */
const SAME_TIME_DAYS = 730;
const MAX_COUNTED = 20;
const MAX_ALTERNATIVES = 3;
/** However many messages agree, they may all be wrong. */
const MOST_CONFIDENCE = 0.99;
/** A value below that is not shown as a fact. */
const LEAST_CONFIDENCE = 0.2;

interface Candidate {
	value: string;
	observations: Observation[];
	/** From 0 to 1: the probability that not all observations are wrong. */
	score: number;
	lastSeen: number;
}

/** Decides for each field which value is most likely: by agreement of several messages, which count less as they age. */
export function decide(observations: readonly Observation[], now: number): Fact[] {
	return fieldIds.flatMap((field) => {
		const candidates = candidatesOf(
			field,
			observations.filter((one) => one.field === field),
			now,
		);
		const total = candidates.reduce((sum, { score }) => sum + score, 0);
		const confidenceOf = ({ score }: Candidate) =>
			round(Math.min(MOST_CONFIDENCE, SINGLE.has(field) ? (score * score) / total : score));
		const [best, ...others] = candidates;
		if (best === undefined || confidenceOf(best) < LEAST_CONFIDENCE) return [];
		return {
			field,
			value: best.value,
			confidence: confidenceOf(best),
			evidence: evidenceOf(best.observations),
			alternatives: others.slice(0, MAX_ALTERNATIVES).map((other) => ({
				value: other.value,
				confidence: confidenceOf(other),
				lastSeen: new Date(other.lastSeen).toISOString(),
			})),
		};
	});
}

/** Mean confidence of the facts; 0 without any. */
export function overallConfidence(facts: readonly Pick<Fact, "field" | "confidence">[]): number {
	let sum = 0;
	let shares = 0;
	for (const { field, confidence } of facts) {
		const share = SHARES[field] ?? 1;
		sum += confidence * share;
		shares += share;
	}
	return shares === 0 ? 0 : round(sum / shares);
}

/** Most likely first. */
function candidatesOf(field: FieldId, observations: readonly Observation[], now: number): Candidate[] {
	const groups = new Map<string, Observation[]>();
	for (const one of observations) {
		const key = comparable(field, one.value);
		if (key === "") continue;
		groups.set(key, [...(groups.get(key) ?? []), one]);
	}
	return [...groups.values()]
		.map((group) => ({
			value: mostUsual(signedOf(group)),
			observations: group,
			score: 1 - group.reduce((doubt, one) => doubt * doubtOf(one, now), 1),
			lastSeen: Math.max(...group.map(({ lastSeen }) => lastSeen.getTime())),
		}))
		.toSorted((a, b) => signedFirst(field, a, b) || b.score - a.score || b.lastSeen - a.lastSeen);
}

/** A name as its owner signs it comes before the one that a mail program sends, unless it is much older. */
function signedFirst(field: FieldId, a: Candidate, b: Candidate): number {
	if (field !== "fullName" || Math.abs(a.lastSeen - b.lastSeen) > SAME_TIME_DAYS * DAY_MS) return 0;
	const isSigned = ({ observations }: Candidate) => observations.some(({ kind }) => SIGNED.has(kind));
	return Number(isSigned(b)) - Number(isSigned(a));
}

function doubtOf({ field, kind, lastSeen, count }: Observation, now: number): number {
	const days = Math.max(0, now - lastSeen.getTime()) / DAY_MS;
	const weight = WEIGHTS[kind] * 0.5 ** (days / HALF_LIFE_DAYS[field]);
	return (1 - weight) ** Math.min(count, MAX_COUNTED);
}

/** The spellings of a name that its owner signs; all, where there are none. */
function signedOf(group: readonly Observation[]): readonly Observation[] {
	const signed = group.filter(({ field, kind }) => field === "fullName" && SIGNED.has(kind));
	return signed.length > 0 ? signed : group;
}

const SIGNED: ReadonlySet<EvidenceKind> = new Set(["signature", "sign-off", "out-of-office", "vcard"]);

/** The spelling used most often, of equally frequent ones the latest. */
function mostUsual(group: readonly Observation[]): string {
	const spellings = new Map<string, { count: number; last: number }>();
	for (const { value, count, lastSeen } of group) {
		const known = spellings.get(value) ?? { count: 0, last: 0 };
		spellings.set(value, { count: known.count + count, last: Math.max(known.last, lastSeen.getTime()) });
	}
	const [first] = [...spellings].toSorted(([, a], [, b]) => b.count - a.count || b.last - a.last);
	return first?.[0] ?? "";
}

/** One entry for each kind and page, the latest first. */
function evidenceOf(group: readonly Observation[]): Evidence[] {
	const byOrigin = new Map<string, Observation[]>();
	for (const one of group) {
		const key = `${one.source} ${one.kind} ${one.url ?? ""}`;
		byOrigin.set(key, [...(byOrigin.get(key) ?? []), one]);
	}
	return [...byOrigin.values()]
		.map((ones) => {
			const [newest] = ones.toSorted((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime()) as [Observation];
			return {
				...{ source: newest.source, kind: newest.kind, url: newest.url, emailId: newest.emailId },
				count: ones.reduce((sum, { count }) => sum + count, 0),
				firstSeen: new Date(Math.min(...ones.map(({ firstSeen }) => firstSeen.getTime()))).toISOString(),
				lastSeen: newest.lastSeen.toISOString(),
			};
		})
		.toSorted((a, b) => b.lastSeen.localeCompare(a.lastSeen));
}

const round = (value: number): number => Math.round(value * 100) / 100;
