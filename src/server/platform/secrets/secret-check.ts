import { type Config, ConfigError } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import { createSecrets } from "./secrets.ts";

/** The text that is stored encrypted, and what it is encrypted for. */
const TEXT = "secret-check";

/**
 * Compares the secret with the one that the stored data is encrypted with.
 * @throws ConfigError when it is another one, unless the settings accept that
 */
export async function checkSecret(config: Config, database: Database): Promise<void> {
	const secrets = createSecrets(config);
	const sealed = secrets.seal(TEXT, TEXT);
	await database.exec("insert into secret_check (sealed) values ($1) on conflict do nothing", [sealed]);
	const row = await database.one<{ sealed: Buffer }>("select sealed from secret_check", []);
	try {
		if (row !== undefined && secrets.open(row.sealed, TEXT) === TEXT) return;
	} catch (cause) {
		if (!config.acceptNewSecret)
			throw new ConfigError(
				"The secret does not fit the data: the database was written with another one. Set MAILSTEAD_SECRET, or restore the file secret in DATA_DIR, to the secret it was written with. If that is lost, start once with ACCEPT_NEW_SECRET=on: stored mailbox passwords and authenticator apps must then be set up again.",
				{ cause },
			);
	}
	await database.exec("update secret_check set sealed = $1", [sealed]);
}
