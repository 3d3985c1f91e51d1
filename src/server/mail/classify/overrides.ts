import type { Category } from "#shared/mail/categories.ts";
import type { Database } from "../../db/database.ts";
import type { ClassifierInput } from "./features/facts.ts";
import { fitTrainingData, type TrainingData } from "./training.ts";

/** Messages used for training: the newest that the user corrected. */
const MAX_MESSAGES = 2_000;

/** A user's correction of all mail of a sender or a list. */
export interface Rule {
	/** Newer ones are greater. */
	id: string;
	targetType: "sender" | "list";
	target: string;
	/** Display name. */
	name: string;
	category: Category;
}

/** All corrections in a mailbox so far. */
export interface Overrides {
	/** The newest correction of the message's sender or list; null if there is none. */
	ruleFor(message: Pick<ClassifierInput, "senderEmail" | "listKey">): Rule | null;
	trainingData: TrainingData;
	/** Changes whenever a correction is made or reverted. */
	mark: string;
}

/** Same as `Overrides.mark`, without reading the rest. */
export async function readMark(database: Database, ownerId: string, accountId: string): Promise<string> {
	const row = await database.one<{ mark: string }>(MARK, [ownerId, accountId]);
	return row?.mark ?? "";
}

export async function readOverrides(database: Database, ownerId: string, accountId: string): Promise<Overrides> {
	const mark = await readMark(database, ownerId, accountId);
	const values = [ownerId, accountId];
	const rules = await database.query<Rule>(RULES, values);
	const messages = await database.query<{ tokens: string[]; category: Category }>(MESSAGES, values);
	const byTarget = new Map(rules.map((rule) => [`${rule.targetType} ${rule.target}`, rule]));
	return {
		ruleFor({ senderEmail, listKey }) {
			const ofSender = byTarget.get(`sender ${senderEmail}`) ?? null;
			const ofList = listKey === "" ? null : (byTarget.get(`list ${listKey}`) ?? null);
			if (ofSender === null || ofList === null) return ofSender ?? ofList;
			return ofSender.id > ofList.id ? ofSender : ofList;
		},
		trainingData: fitTrainingData(messages),
		mark,
	};
}

const MARK = `
select count(*) || ' ' || coalesce((select c.id::text from category_corrections c
	where c.owner_id = $1 and c.account_id = $2 order by c.id desc limit 1), '') as mark
from category_corrections where owner_id = $1 and account_id = $2`;

const RULES = `
select distinct on (target_type, target) id, target_type as "targetType", target, name, category from category_corrections
where owner_id = $1 and account_id = $2 and target_type <> 'message' order by target_type, target, id desc`;

const MESSAGES = `
select tokens, category from (
	select distinct on (target) id, tokens, category from category_corrections
	where owner_id = $1 and account_id = $2 and target_type = 'message' order by target, id desc
) newest order by id desc limit ${MAX_MESSAGES}`;
