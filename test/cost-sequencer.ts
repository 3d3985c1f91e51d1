import { statSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * What a byte of a test file costs, by project: journeys start a server, a browser and mailboxes, and a few lines of `ui`
 * open every page.
 */
const WEIGHTS: Record<string, number> = { e2e: 8, ui: 2_000 };

/**
 * Starts the most expensive files of all projects first, so that none of them runs alone at the end. A clone has no
 * times of earlier runs: the size of a file stands in for them.
 */
export class CostSequencer extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const costs = new Map(files.map((file) => [file, costOf(file)]));
		return [...files].sort((a, b) => (costs.get(b) ?? 0) - (costs.get(a) ?? 0));
	}
}

function costOf({ moduleId, project }: TestSpecification): number {
	return statSync(moduleId).size * (WEIGHTS[project.name] ?? 1);
}
