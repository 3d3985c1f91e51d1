import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Contract, RouteSpec } from "#shared/contract.ts";

const SOURCE = join(import.meta.dirname, "../../src");

/** Every contract of the product: those of `shared`, and each tool's. */
export async function allContracts(): Promise<Contract[]> {
	const files = (await readdir(SOURCE, { recursive: true }))
		.map((file) => file.replaceAll("\\", "/"))
		.filter((file) => /^(shared\/contracts\/[\w-]+|tools\/[\w-]+\/[\w-]*contract)\.ts$/.test(file));
	const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(join(SOURCE, file))));
	return modules.flatMap((module) => Object.values(module).filter(isContract));
}

function isContract(value: unknown): value is Contract {
	if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
	const routes = Object.values(value) as Partial<RouteSpec>[];
	return routes.length > 0 && routes.every((route) => typeof route?.path === "string" && route.method !== undefined);
}
