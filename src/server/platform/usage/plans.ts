import type { PlanInput, PricingPlan } from "#shared/contracts/pricing.ts";
import { newId } from "#shared/ids.ts";
import type { Database } from "../../db/database.ts";
import { conflict, notFound } from "../../errors.ts";

/** The SQL of pricing plans, and of which user has which. */

const MAX_PLANS = 20;

interface Row {
	id: string;
	position: number;
	name: string;
	price: string;
	period: string;
	description: string;
	features: string[];
	mailbox_limit: number | null;
	personalization_limit: number | null;
	validation_limit: number | null;
	is_default: boolean;
	stripe_price_id: string | null;
	is_per_mailbox: boolean;
	users: number;
}

/** In the order of the pricing page. */
export async function listPricingPlans(database: Database): Promise<PricingPlan[]> {
	const rows = await database.query<Row>(
		`select p.*, (select count(*)::int from user_plans u where u.plan_id = p.id) as users
		from pricing_plans p order by p.position, p.created_at, p.id`,
		[],
	);
	return rows.map((row) => ({
		...{ id: row.id, position: row.position, name: row.name, price: row.price, period: row.period },
		...{ description: row.description, features: row.features, isDefault: row.is_default, users: row.users },
		...{ stripePriceId: row.stripe_price_id, isPerMailbox: row.is_per_mailbox },
		limits: {
			mailboxes: row.mailbox_limit,
			aiPersonalizations: row.personalization_limit,
			validations: row.validation_limit,
		},
	}));
}

/** @returns its id @throws AppError 409 `plan-name-taken` or `too-many-plans` */
export function createPricingPlan(database: Database, plan: PlanInput, now: number, most = MAX_PLANS): Promise<string> {
	return database.transaction(async () => {
		const row = await database.one<{ n: number }>("select count(*)::int as n from pricing_plans", []);
		if ((row?.n ?? 0) >= most) throw conflict("too-many-plans", `There are ${most} plans. Delete one first.`);
		const id = newId(now);
		await writePlan(database, id, plan);
		return id;
	});
}

/** @throws AppError 404, or 409 `plan-name-taken` */
export async function updatePricingPlan(database: Database, id: string, plan: PlanInput): Promise<void> {
	await database.transaction(async () => {
		const known = await database.query("select 1 from pricing_plans where id = $1 for update", [id]);
		if (known.length === 0) throw notFound("The plan");
		await writePlan(database, id, plan);
	});
}

async function writePlan(database: Database, id: string, plan: PlanInput): Promise<void> {
	const { name, price, period, description, features, limits, position, isDefault } = plan;
	const { stripePriceId, isPerMailbox } = plan;
	const same = "select 1 from pricing_plans where lower(name) = lower($2) and id <> $1";
	if ((await database.query(same, [id, name])).length > 0)
		throw conflict("plan-name-taken", `There is a plan named ${name} already. Choose another name.`);
	if (isDefault) await database.exec("update pricing_plans set is_default = false where is_default and id <> $1", [id]);
	await database.exec(
		`insert into pricing_plans (id, name, price, period, description, features, mailbox_limit, personalization_limit,
			validation_limit, position, is_default, stripe_price_id, is_per_mailbox)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		on conflict (id) do update set name = excluded.name, price = excluded.price, period = excluded.period,
			description = excluded.description, features = excluded.features, mailbox_limit = excluded.mailbox_limit,
			personalization_limit = excluded.personalization_limit, validation_limit = excluded.validation_limit,
			position = excluded.position, is_default = excluded.is_default, stripe_price_id = excluded.stripe_price_id,
			is_per_mailbox = excluded.is_per_mailbox`,
		[
			...[id, name, price, period, description, features],
			...[limits.mailboxes, limits.aiPersonalizations, limits.validations, position, isDefault],
			...[stripePriceId, isPerMailbox],
		],
	);
}

/** @throws AppError 404, or 409 `plan-in-use` */
export async function deletePricingPlan(database: Database, id: string): Promise<void> {
	await database.transaction(async () => {
		// Locked: no one is assigned to it meanwhile.
		const known = await database.query("select 1 from pricing_plans where id = $1 for update", [id]);
		if (known.length === 0) throw notFound("The plan");
		const users = "select count(*)::int as n from user_plans where plan_id = $1";
		const row = await database.one<{ n: number }>(users, [id]);
		const count = row?.n ?? 0;
		if (count > 0)
			throw conflict(
				"plan-in-use",
				`${count === 1 ? "1 user has" : `${count} users have`} this plan. Assign another plan to them first.`,
			);
		await database.exec("delete from pricing_plans where id = $1", [id]);
	});
}

/** @param planId null: the default plan @throws AppError 404 */
export async function assignPlan(database: Database, ownerId: string, planId: string | null): Promise<void> {
	await database.transaction(async () => {
		const users = await database.query("select 1 from users where id = $1 for key share", [ownerId]);
		if (users.length === 0) throw notFound("The user");
		if (planId === null) {
			await database.exec("delete from user_plans where owner_id = $1", [ownerId]);
			return;
		}
		const plans = await database.query("select 1 from pricing_plans where id = $1 for key share", [planId]);
		if (plans.length === 0) throw notFound("The plan");
		await database.exec(
			`insert into user_plans (owner_id, plan_id) values ($1, $2)
			on conflict (owner_id) do update set plan_id = excluded.plan_id, paid_mailboxes = null, since = now()
			where user_plans.plan_id <> excluded.plan_id`,
			[ownerId, planId],
		);
	});
}

/**
 * Assigns the plan that a subscription pays for, or takes it back when it has ended. A plan that the operator assigned since
 * stays.
 * @param change.before what the subscription had assigned; null: nothing
 * @param change.planId null: nothing is paid for now
 * @param change.mailboxes paid for; null: the plan's limit applies
 */
export async function setSubscribedPlan(
	database: Database,
	ownerId: string,
	{ before, planId, mailboxes }: { before: string | null; planId: string | null; mailboxes: number | null },
): Promise<void> {
	if (planId === null) {
		await database.exec("delete from user_plans where owner_id = $1 and plan_id = $2::uuid", [ownerId, before]);
		return;
	}
	await database.exec(
		`insert into user_plans (owner_id, plan_id, paid_mailboxes) select id, $2::uuid, $3::integer from users where id = $1
		on conflict (owner_id) do update set plan_id = excluded.plan_id, paid_mailboxes = excluded.paid_mailboxes, since = now()
		where user_plans.plan_id = $4::uuid or $4::uuid is null`,
		[ownerId, planId, mailboxes, before],
	);
}
