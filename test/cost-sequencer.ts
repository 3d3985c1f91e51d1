import { statSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The projects, from the most to the least expensive files. Vitest ends a process as soon as the next file is one of
 * another project, so files of a project follow each other.
 */
const ORDER = ["ui", "e2e", "embedded", "isolated", "app", "unit"];

/**
 * Starts the most expensive files first, so that none of them runs alone at the end. A clone has no times of earlier
 * runs: the size of a file stands in for them.
 */
export class CostSequencer extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const costs = new Map(files.map((file) => [file, statSync(file.moduleId).size]));
		const cost = (file: TestSpecification): number => costs.get(file) ?? 0;
		return [...files].sort((a, b) => place(a) - place(b) || cost(b) - cost(a));
	}
}

const place = ({ project }: TestSpecification): number => ORDER.indexOf(project.name);
