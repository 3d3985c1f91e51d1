import { AsyncLocalStorage } from "node:async_hooks";
import { asUnavailable, DatabaseUnavailable } from "../../../db/unavailable.ts";

/** Better Auth turns every error of the database into a 500 without a cause, so what caused it is kept here. */
const calls = new AsyncLocalStorage<{ lost: DatabaseUnavailable | null }>();

/** Whether the database was lost in the current call of Better Auth. */
export function isDatabaseLost(): boolean {
	return (calls.getStore()?.lost ?? null) !== null;
}

/**
 * Runs a call of Better Auth.
 * @param isFailed whether its response is a failure of the server
 * @throws DatabaseUnavailable when it failed because the database was lost
 */
export async function withLostDatabase<T>(
	work: () => Promise<T>,
	isFailed: (response: T) => boolean = () => false,
): Promise<T> {
	const call: { lost: DatabaseUnavailable | null } = { lost: null };
	try {
		const response = await calls.run(call, work);
		if (call.lost !== null && isFailed(response)) throw call.lost;
		return response;
	} catch (cause) {
		throw call.lost ?? cause;
	}
}

/** @param adapter Better Auth's access to the database: the errors of its methods are noted for the current call */
export function noteLostDatabase<A extends object>(adapter: A): A {
	const note = (cause: unknown): never => {
		const known = asUnavailable(cause);
		const call = calls.getStore();
		if (call !== undefined && known instanceof DatabaseUnavailable) call.lost = known;
		throw known;
	};
	return new Proxy(adapter, {
		get(target, name, receiver) {
			const member: unknown = Reflect.get(target, name, receiver);
			if (typeof member !== "function") return member;
			return (...args: unknown[]) => {
				const answer: unknown = Reflect.apply(member, target, args);
				return answer instanceof Promise ? answer.catch(note) : answer;
			};
		},
	});
}
