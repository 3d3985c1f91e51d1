import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { testIf } from "../../../../fixtures/only-if.ts";
import { createBlockMeter } from "./block-meter.ts";

/** A main thread that gets a share of a CPU, watched every 100 ms. */
function watched({ share }: { share: number | null }) {
	let time = 0;
	let cpu = 0;
	const meter = createBlockMeter(
		() => (share === null ? null : cpu),
		() => time,
	);
	return (heartbeats: number, ms: number) => {
		let result = meter.tick(heartbeats);
		for (const end = time + ms; time < end; ) {
			time += 100;
			cpu += 100 * (share ?? 1);
			result = meter.tick(heartbeats);
		}
		return result;
	};
}

describe("a block of the event loop", () => {
	it("lasts as long as the main thread works", () => {
		const watch = watched({ share: 1 });
		expect(watch(1, 30_000).current).toMatchObject({ ms: 30_000, elapsedMs: 30_000 });
		const next = watch(2, 0);
		expect([next.ended?.ms, next.current.ms]).toEqual([30_000, 0]);
	});

	it("does not last longer because others use the machine", () => {
		expect(watched({ share: 1 / 20 })(1, 120_000).current).toMatchObject({ ms: 6_000, elapsedMs: 120_000 });
		expect(watched({ share: 0 })(1, 120_000).current.ms).toBe(0);
	});

	it("lasts as long as it takes where the system does not tell", () => {
		expect(watched({ share: null })(1, 3_000).current.ms).toBe(3_000);
	});
});

const PROGRAM = `
	import { mainThreadCpuMs } from ${JSON.stringify(new URL("./block-meter.ts", import.meta.url).pathname)};
	const read = () => mainThreadCpuMs() ?? -1;
	const before = read();
	for (const until = performance.now() + 200; performance.now() < until; ) Math.random();
	const worked = read();
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
	console.log(JSON.stringify([worked - before, read() - worked]));
`;

testIf(process.platform === "linux")("reads the CPU time of the main thread, to which waiting adds nothing", () => {
	const run = ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "-e", PROGRAM];
	const [worked = 0, waited = 0] = JSON.parse(execFileSync(process.execPath, run, { encoding: "utf8" })) as number[];
	expect(worked).toBeGreaterThan(0);
	expect(waited).toBeLessThan(500);
});
