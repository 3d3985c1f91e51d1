import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { releaseOnly } from "../legs.js";
import type { Fault } from "./fault.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What no longer fits the source. */
export function problemsOf(faults: readonly Fault[]): string[] {
	const names = faults.map(({ name }) => name);
	const repeated = names.filter((name, index) => names.indexOf(name) !== index);
	return [...repeated.map((name) => `${name}: named twice`), ...faults.flatMap(problemsOfFault)];
}

function problemsOfFault({ name, file, find, replace, tests }: Fault): string[] {
	const times = readFileSync(path.join(root, file), "utf8").split(find).length - 1;
	return [
		times !== 1 && `${name}: its text is ${times} times in ${file}`,
		find === replace && `${name}: changes nothing`,
		tests.length === 0 && `${name}: names no test`,
		...tests.map((test) => !existsSync(path.join(root, test)) && `${name}: there is no ${test}`),
		...tests.map(
			(test) => releaseOnly.some((glob) => path.matchesGlob(test, glob)) && `${name}: npm test skips ${test}`,
		),
	].filter((problem) => problem !== false);
}
