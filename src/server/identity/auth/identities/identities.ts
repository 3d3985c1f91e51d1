import { type Identity, MAX_NAME_LENGTH } from "#shared/contracts/sign-in.ts";
import { newId } from "#shared/ids.ts";
import type { Database } from "../../../db/database.ts";
import { storable } from "../../../db/storable.ts";
import { conflict, notFound } from "../../../errors.ts";
import type { UserStore } from "../links/token-sign-in.ts";
import type { Identified } from "./providers/openid.ts";

export type ProviderId = Identity["provider"];

/** Accounts at identity providers that users sign in with. Each belongs to one user, by the provider's subject. */
export interface Identities {
	list(userId: string): Promise<{ hasPassword: boolean; items: Identity[] }>;
	/**
	 * The user an identity signs in, created if necessary.
	 * @param admission throws where sign-up is not allowed, before and after the user is created
	 * @throws AppError 409 `identity-not-linked` where the address belongs to a user who must sign in first
	 */
	personOf(provider: ProviderId, who: Identified, admission: Admission): Promise<string>;
	/** @throws AppError 409 `identity-taken` */
	link(userId: string, provider: ProviderId, who: Identified): Promise<void>;
	/** @throws AppError 404; 409 `last-sign-in-method` */
	unlink(userId: string, id: string): Promise<void>;
}

/** Who may sign up. */
export interface Admission {
	admit(): Promise<void>;
	confirm(userId: string): Promise<void>;
}

export function createIdentities(database: Database, people: () => Promise<UserStore>): Identities {
	async function ownerOf(provider: ProviderId, subject: string): Promise<string | null> {
		const row = await database.one<{ user_id: string }>(
			"select user_id from auth_accounts where provider_id = $1 and account_id = $2",
			[provider, subject],
		);
		return row?.user_id ?? null;
	}

	async function link(userId: string, provider: ProviderId, who: Identified): Promise<void> {
		await database.exec(
			`insert into auth_accounts (id, account_id, provider_id, user_id, email, updated_at)
			 values ($1, $2, $3, $4, $5, now()) on conflict (provider_id, account_id) do nothing`,
			[newId(), who.subject, provider, userId, who.email],
		);
		if ((await ownerOf(provider, who.subject)) !== userId)
			throw conflict("identity-taken", "This account is already linked to another user on this server.");
	}

	return {
		async list(userId) {
			const rows = await database.query<{ id: string; provider_id: string; email: string | null; created_at: Date }>(
				"select id, provider_id, email, created_at from auth_accounts where user_id = $1 order by created_at",
				[userId],
			);
			const items: Identity[] = [];
			for (const { id, provider_id: provider, email, created_at: at } of rows)
				if (provider === "microsoft" || provider === "google")
					items.push({ id, provider, email, linkedAt: at.toISOString() });
			return { hasPassword: rows.some((row) => row.provider_id === "credential"), items };
		},
		async personOf(provider, who, admission) {
			const known = await ownerOf(provider, who.subject);
			if (known !== null) return known;
			if (who.email === null)
				throw conflict("no-address", "This account has no email address, which is required. Use another one.");
			const person = await database.one<{ id: string; email_verified: boolean }>(
				"select id, email_verified from users where email = $1",
				[who.email],
			);
			if (person !== undefined) {
				// Both sides must have verified the address; otherwise an attacker could prepare, or break into, someone
				// else's account.
				if (!who.vouched || !person.email_verified)
					throw conflict(
						"identity-not-linked",
						"This account is not linked to yours here. Sign in as you did before, or with an emailed link, then link it in your settings.",
					);
				await link(person.id, provider, who);
				return person.id;
			}
			await admission.admit();
			const { internalAdapter } = await people();
			const { user } = await internalAdapter.createOAuthUser(
				{ email: who.email, name: storable(who.name).slice(0, MAX_NAME_LENGTH), emailVerified: who.vouched },
				{ providerId: provider, accountId: who.subject },
			);
			await database.exec("update auth_accounts set email = $3 where provider_id = $1 and account_id = $2", [
				provider,
				who.subject,
				who.email,
			]);
			await admission.confirm(user.id);
			return user.id;
		},
		link,
		unlink: (userId, id) => database.transaction(() => unlinkIdentity(database, userId, id)),
	};
}

/** @throws AppError 404; 409 `last-sign-in-method` */
async function unlinkIdentity(database: Database, userId: string, id: string): Promise<void> {
	// Locks the user's row, so that two concurrent requests cannot remove the last two sign-in methods.
	await database.exec("select id from users where id = $1 for update", [userId]);
	const removed = await database.query(
		"delete from auth_accounts where user_id = $1 and id = $2 and provider_id <> 'credential' returning id",
		[userId, id],
	);
	if (removed.length === 0) throw notFound("The linked account");
	const remaining = await database.query(
		`select 1 from auth_accounts where user_id = $1 union all select 1 from passkeys where user_id = $1 limit 1`,
		[userId],
	);
	if (remaining.length === 0)
		throw conflict("last-sign-in-method", "This is your only way to sign in. Set a password or add a passkey first.");
}
