/** The launchers in plain JavaScript, which also run on the Node.js that a machine has. */

interface Launchers {
	need(name: string): string | null;
	startPostgres(bin: string, settings: string[]): Promise<LaunchedPostgres>;
}

interface LaunchedPostgres {
	url: string;
	pid: number;
	stop(): Promise<void>;
}

async function load(name: string): Promise<Launchers> {
	return (await import(new URL(`../scripts/${name}.js`, import.meta.url).href)) as Launchers;
}

/** Where a program is that tests and benchmarks need (`scripts/needs.js`); null: it is not installed. */
export async function programPath(name: "chromium" | "postgres"): Promise<string | null> {
	return (await load("needs")).need(name);
}

/** @param bin folder of its programs @param settings such as `fsync=on` */
export async function launchPostgres(bin: string, settings: string[]): Promise<LaunchedPostgres> {
	return (await load("postgres")).startPostgres(bin, settings);
}
