import type { Condition } from "../../../condition.ts";
import { UnsupportedRule } from "../../../from-query.ts";
import { simplified } from "../file-rule.ts";
import { fieldCondition } from "./fields.ts";
import type { Test } from "./parse.ts";
import { exactly, grouped, keysOf, negated, type Reading, type ReadTest, tagsOf } from "./reading.ts";

/** @throws UnsupportedRule for what cannot be expressed here without matching more than the test does */
export function conditionIn(test: Test, reading: Reading): ReadTest {
	switch (test.name) {
		case "allof":
		case "anyof": {
			const kind = test.name === "allof" ? "all" : "any";
			const parts = test.tests.filter((part) => constantOf(part) !== (kind === "all"));
			if (parts.length === 0) throw new UnsupportedRule("It has no condition.");
			const read = parts.map((part) => conditionIn(part, reading));
			return grouped(kind, kind === "any" && reading.isOwn ? withoutSubjects(read) : read);
		}
		case "not": {
			const [inner] = test.tests;
			if (inner === undefined) throw new UnsupportedRule("Its “not” has no condition.");
			const { condition, wider } = conditionIn(inner, reading);
			if (wider === null) throw new UnsupportedRule("It excludes mail by something that filters can't see exactly.");
			const opposite = negated(wider);
			return { condition: opposite, wider: wider === condition ? opposite : negated(condition) };
		}
		case "address":
		case "header":
		case "exists":
			return fieldCondition(test, reading);
		case "envelope":
			throw new UnsupportedRule("It looks at the envelope, which isn't kept with the email.");
		case "body":
			if (!reading.isOwn)
				throw new UnsupportedRule("It looks only into the text of emails, and filters look for words anywhere.");
			return grouped(
				"any",
				keysOf(test).map((value) => exactly({ kind: "keyword", value, not: false })),
			);
		case "size":
			return sizeIn(test);
		case "true":
			throw new UnsupportedRule("It acts on all mail.");
		case "false":
			throw new UnsupportedRule("It never acts.");
		default:
			throw new UnsupportedRule(`It tests “${test.name}”, which filters don't support.`);
	}
}

/** The value of a test that does not depend on the message; null: it does. */
export function constantOf(test: Test): boolean | null {
	const [inner] = test.tests;
	switch (test.name) {
		case "true":
		case "false":
			return test.name === "true";
		case "not": {
			const value = inner === undefined ? null : constantOf(inner);
			return value === null ? null : !value;
		}
		case "allof":
		case "anyof": {
			const decisive = test.name === "anyof";
			const values = test.tests.map(constantOf);
			if (values.includes(decisive)) return decisive;
			return values.includes(null) || values.length === 0 ? null : !decisive;
		}
		default:
			return null;
	}
}

/** A condition that matches at least what the test does; null: only everything is known to. */
export function widerThan(test: Test, reading: Reading): Condition | null {
	try {
		const { wider } = conditionIn(test, reading);
		if (wider !== null) return wider;
	} catch (cause) {
		if (!(cause instanceof UnsupportedRule)) throw cause;
	}
	if (test.name !== "allof") return null;
	const parts = test.tests.flatMap((part) => widerThan(part, reading) ?? []);
	return parts.length === 0 ? null : { kind: "all", not: false, parts };
}

function sizeIn(test: Test): ReadTest {
	const number = test.arguments.find((one) => one.type === "number");
	if (number === undefined) throw new UnsupportedRule("Its size is missing.");
	const than = tagsOf(test).has("under") ? "smaller" : "larger";
	return exactly({ kind: "size", than, bytes: number.value, not: false });
}

/** A search anywhere makes the same search in the subject redundant. */
function withoutSubjects(read: readonly ReadTest[]): ReadTest[] {
	const plain = read.map(({ condition }) => simplified(condition));
	const anywhere = new Set(plain.flatMap((one) => (one.kind === "keyword" && !one.not ? [one.value] : [])));
	return plain.filter((one) => one.kind !== "subject" || one.not || !anywhere.has(one.value)).map(exactly);
}
