import { isDeepStrictEqual } from "node:util";
import { OutcomeUnknown } from "#providers/shared/retries.ts";
import { type RuleStore, readRuleLog, syncRules, type Wanted } from "#providers/shared/rule-log.ts";
import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import { NativeRuleError, type ProviderRule, type ProviderRules, translateRules } from "#server/mail/provider/rules.ts";
import { GraphRejection } from "../api/errors.ts";
import { type MessageRule, messageRule, ruleList } from "../api/resources.ts";
import type { OutlookSession } from "../session.ts";
import { ruleOf, textOf, withoutEmpty } from "./read-rule.ts";
import { isCovered, type RuleForm, ruleFormOf } from "./write-rule.ts";

const RULES = "/mailFolders/inbox/messageRules";
const pathOf = (id: string): string => `${RULES}/${encodeURIComponent(id)}`;

/** Inbox rules. The kernel's are placed after the user's own, so that they never prevent a user's rule from running. */
export function createRules(session: OutlookSession): ProviderRules {
	const { client, environment } = session;

	async function wantedOf(rules: readonly ProviderRule[], signal: AbortSignal): Promise<Wanted<RuleForm>[]> {
		const folders = await session.folders(signal);
		const folderOf = (role: string): string => {
			const folder = folders.find((one) => one.role === role);
			if (folder === undefined) throw new NativeRuleError(`Outlook shows no folder for ${role} in this mailbox.`);
			return folder.id;
		};
		const translate = (rule: ProviderRule) => ruleFormOf(rule, folderOf);
		return translateRules(rules, { isOrdered: true, translate, isCovered }).map(({ key, translated }) =>
			translated instanceof NativeRuleError
				? { key, native: translated, note: null }
				: { key, native: translated.form, note: translated.note },
		);
	}

	/** Moves the kernel's rules after all others, in their order, when they are not. */
	async function order(ids: readonly string[], signal: AbortSignal): Promise<void> {
		const all = await readRules(client, signal);
		const positions = ids.flatMap((id) => all.find((rule) => rule.id === id)?.sequence ?? []);
		if (positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0))) return;
		const last = Math.max(...all.map(({ sequence }) => sequence));
		for (const [index, id] of ids.entries())
			await client.call({ verb: "PATCH", path: pathOf(id), body: { sequence: last + 1 + index } }, signal);
	}

	return {
		async apply(rules, again, given) {
			session.requireFull();
			const signal = session.signal(given);
			const wanted = rules.length === 0 ? [] : await wantedOf(rules, signal);
			const outcomes = await syncRules(environment.state, createRuleStore(client, signal), wanted, again);
			const ids = outcomes.flatMap((outcome) => (outcome.state === "applied" ? [outcome.id] : []));
			if (ids.length > 1) await order(ids, signal);
			return outcomes;
		},
		async list(given) {
			const signal = session.signal(given);
			const ruleLog = [...(await readRuleLog<RuleForm>(environment.state))];
			const roles = new Map((await session.folders(signal)).map(({ id, role }) => [id, role]));
			return (await readRules(client, signal)).map((rule) => {
				const [key = null, entry] = ruleLog.find(([, { id, isForeign }]) => id === rule.id && !isForeign) ?? [];
				const isChanged = entry !== undefined && !isDeepStrictEqual(shapeOf(entry.native), shapeOf(formOf(rule)));
				const { id, displayName, isEnabled } = rule;
				return {
					id,
					key,
					isChanged,
					name: displayName ?? "",
					isEnabled,
					rule: ruleOf(rule, roles),
					text: textOf(rule),
					isSieve: false,
				};
			});
		},
	};
}

async function readRules(client: OutlookSession["client"], signal: AbortSignal): Promise<MessageRule[]> {
	const { value } = ruleList.parse(await client.call({ verb: "GET", path: RULES }, signal));
	return value.sort((a, b) => a.sequence - b.sequence);
}

/** The rules as the rule log changes them. */
function createRuleStore(client: OutlookSession["client"], signal: AbortSignal): RuleStore<RuleForm> {
	const list = async () => (await readRules(client, signal)).map((rule) => ({ id: rule.id, native: formOf(rule) }));
	return {
		list,
		isSame: (one, other) => isDeepStrictEqual(shapeOf(one), shapeOf(other)),
		async create(form) {
			const all = await readRules(client, signal);
			const sequence = Math.max(0, ...all.map((rule) => rule.sequence)) + 1;
			const body = { ...form, sequence };
			try {
				const call = { verb: "POST", path: RULES, body, isOnce: true } as const;
				const made = messageRule.parse(await client.call(call, signal));
				return { id: made.id, native: formOf(made) };
			} catch (cause) {
				if (!(cause instanceof OutcomeUnknown)) throw toNativeRuleError(cause);
				// It may have been created: then there is one more identical rule than before.
				const before = new Set(all.map(({ id }) => id));
				const made = (await list()).find(
					({ id, native }) => !before.has(id) && isDeepStrictEqual(shapeOf(native), shapeOf(form)),
				);
				if (made === undefined) throw cause;
				return made;
			}
		},
		async remove(id) {
			await client.call({ verb: "DELETE", path: pathOf(id) }, signal).catch((cause: unknown) => {
				if (!(cause instanceof NotFound)) throw cause;
			});
		},
	};
}

/** Removes the rules created for the user when the mailbox is disconnected. */
export async function removeAllRules(session: OutlookSession, signal: AbortSignal): Promise<void> {
	if ((await readRuleLog(session.environment.state)).size > 0) await createRules(session).apply([], new Set(), signal);
}

function formOf({ displayName, isEnabled, conditions, exceptions, actions }: MessageRule): RuleForm {
	return {
		displayName: displayName ?? "",
		isEnabled,
		conditions: (conditions ?? {}) as RuleForm["conditions"],
		exceptions: (exceptions ?? {}) as RuleForm["exceptions"],
		actions: (actions ?? {}) as RuleForm["actions"],
	};
}

/** A rule's effect, independent of its name and position. */
function shapeOf({ isEnabled, conditions, exceptions, actions }: RuleForm): unknown {
	return {
		isEnabled,
		conditions: withoutEmpty({ ...conditions }),
		exceptions: withoutEmpty({ ...exceptions }),
		actions: withoutEmpty({ ...actions }),
	};
}

function toNativeRuleError(cause: unknown): unknown {
	if (cause instanceof Unsupported) return new NativeRuleError(cause.message, { cause });
	if (!(cause instanceof GraphRejection)) return cause;
	return new NativeRuleError(`Outlook does not take this rule: “${cause.detail}”`, { cause });
}
