// A Vitest reporter that writes what a run found to the file TEST_REPORT, as JSON: each file with its project, time and tests.
import { writeFileSync } from "node:fs";

export default class Report {
	/** @param modules a file may be in several, one for each project @param errors of no test */
	onTestRunEnd(modules, errors) {
		writeFileSync(
			process.env.TEST_REPORT,
			JSON.stringify({
				files: modules.map(fileOf),
				errors: errors.map(({ stack, message }) => stack ?? message ?? "unknown"),
			}),
		);
	}
}

function fileOf(module) {
	const { duration, setupDuration, prepareDuration, collectDuration, environmentSetupDuration } = module.diagnostic();
	return {
		project: module.project.name,
		path: module.relativeModuleId,
		seconds: (duration + setupDuration + prepareDuration + collectDuration + environmentSetupDuration) / 1000,
		errors: [module, ...module.children.allSuites()].flatMap((part) => part.errors().map(textOf)),
		tests: [...module.children.allTests()].map((test) => {
			const { state, errors = [] } = test.result();
			const { duration: ms = 0, flaky = false } = test.diagnostic() ?? {};
			return { name: test.fullName, state, seconds: ms / 1000, isFlaky: flaky, errors: errors.map(textOf) };
		}),
	};
}

const textOf = ({ stack, message }) => (stack?.includes(message ?? "") ? stack : `${message ?? ""}\n${stack ?? ""}`);
