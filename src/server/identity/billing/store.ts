import { column } from "../../db/column.ts";
import type { Database } from "../../db/database.ts";
import { type RowOf, table } from "../../db/table.ts";

/** The SQL of Stripe customers and of the events that were handled. */

/** Users at Stripe. */
export const stripeCustomers = table("stripe_customers", {
	ownerId: column.text(),
	customerId: column.text(),
	/** As Stripe names it; null: there is no subscription. */
	status: column.text().nullable(),
	subscriptionId: column.text().nullable(),
	/** The plan that the subscription has assigned. */
	planId: column.uuid().nullable(),
	/** Increases with every change, so that concurrent changes notice each other. */
	revision: column.integer().withDefault(),
	updatedAt: column.timestamptz().withDefault(),
});

const CUSTOMER = stripeCustomers.without("updatedAt");

export type Customer = RowOf<typeof CUSTOMER>;

export async function readCustomer(database: Database, ownerId: string): Promise<Customer | null> {
	const sql = `select ${CUSTOMER.select()} from stripe_customers where owner_id = $1`;
	return (await database.one<Customer>(sql, [ownerId])) ?? null;
}

/** By Stripe's id of the customer: whose it is, is not known yet. */
export async function findCustomer(database: Database, customerId: string): Promise<Customer | null> {
	const sql = `select ${CUSTOMER.select()} from stripe_customers where customer_id = $1`;
	return (await database.one<Customer>(sql, [customerId])) ?? null;
}

/** Stores the customer of a user. @returns the one that was stored first */
export async function insertCustomer(database: Database, ownerId: string, customerId: string): Promise<string> {
	const row = await database.one<{ id: string }>(
		`insert into stripe_customers as c (owner_id, customer_id) values ($1, $2)
		on conflict (owner_id) do update set customer_id = c.customer_id returning customer_id as id`,
		[ownerId, customerId],
	);
	return row?.id ?? customerId;
}

/** Stores a subscription's state. @returns false: the customer was changed since it was read, and nothing is stored */
export async function updateCustomer(database: Database, customer: Omit<Customer, "customerId">): Promise<boolean> {
	const { ownerId, revision, status, subscriptionId, planId } = customer;
	const rows = await database.query(
		`update stripe_customers set status = $3, subscription_id = $4, plan_id = $5, revision = revision + 1, updated_at = now()
		where owner_id = $1 and revision = $2 returning 1`,
		[ownerId, revision, status, subscriptionId, planId],
	);
	return rows.length > 0;
}

/** Whether an event of Stripe was handled. */
export async function isEventHandled(database: Database, id: string): Promise<boolean> {
	return (await database.query("select 1 from stripe_events where id = $1", [id])).length > 0;
}

export async function recordEvent(database: Database, id: string, at: Date): Promise<void> {
	await database.exec("insert into stripe_events (id, handled_at) values ($1, $2) on conflict do nothing", [id, at]);
}

/** Deletes the ids of old events. @param before Stripe repeats an event for three days */
export async function deleteOldEvents(database: Database, before: Date): Promise<void> {
	await database.exec("delete from stripe_events where handled_at < $1", [before]);
}
