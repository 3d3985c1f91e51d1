import { runExclusive } from "../../db/run-exclusive.ts";
import type { PlatformContext } from "../context/context.ts";
import { recurring } from "../schedule/task.ts";
import type { ServerModule } from "./module.ts";

/** At night in Europe and America, and not on the hour. */
const DAILY = "17 3 * * *";

/** Runs every module's maintenance once a day. @param modules all modules; read when maintenance runs */
export function createMaintenanceModule<Ctx extends PlatformContext>(
	modules: () => readonly ServerModule<Ctx>[],
): ServerModule<Ctx> {
	return {
		name: "maintenance",
		routes: () => [],
		schedules: [recurring("maintenance.daily", DAILY, (ctx: Ctx) => runMaintenance(ctx, modules()))],
	};
}

/** Runs every module's maintenance, unless another process is running it. A failure is logged. */
export async function runMaintenance<Ctx extends PlatformContext>(
	ctx: Ctx,
	modules: readonly ServerModule<Ctx>[],
): Promise<void> {
	const runOne = async ({ name, maintain }: ServerModule<Ctx>): Promise<void> => {
		try {
			await maintain?.(ctx);
		} catch (cause) {
			ctx.log.error({ event: "maintenance.failed", err: cause, module: name }, "Maintenance failed");
		}
	};
	try {
		await runExclusive(ctx.database, "maintenance", async () => void (await Promise.all(modules.map(runOne))));
	} catch (cause) {
		ctx.log.error({ event: "maintenance.failed", err: cause }, "Maintenance failed");
	}
}
