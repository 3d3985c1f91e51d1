import { createEmulator } from "@inbox-zero/emulate";
import { type FaultyProxy, startFaultyProxy } from "./faulty-proxy.ts";
import { freePort } from "./ports.ts";

export interface EmulatedProvider extends FaultyProxy {
	/** For readConfig. */
	env: Record<string, string>;
}

export interface SignInEmulators {
	microsoft: EmulatedProvider;
	google: EmulatedProvider;
	/** Both providers' settings. */
	env: Record<string, string>;
	close(): Promise<void>;
}

export interface EmulatedPerson {
	email: string;
	name: string;
}

/**
 * Microsoft and Google on this machine: their sign-in pages, their tokens, their checks of client, redirect
 * address and PKCE.
 * @param origin of the server that sends people there
 */
export async function startSignInEmulators(origin: string, people: EmulatedPerson[]): Promise<SignInEmulators> {
	const start = async (service: "microsoft" | "google"): Promise<EmulatedProvider> => {
		const client = { client_id: `${service}-client`, client_secret: `${service}-secret` };
		const emulator = await createEmulator({
			service,
			port: await freePort(),
			seed: {
				[service]: {
					users: people,
					oauth_clients: [
						{ ...client, name: "Mailstead", redirect_uris: [`${origin}/auth/callback`, `${origin}/auth`] },
					],
				},
			},
		});
		const proxy = await startFaultyProxy(emulator.url);
		const name = service.toUpperCase();
		return {
			...proxy,
			env: {
				[`${name}_CLIENT_ID`]: client.client_id,
				[`${name}_CLIENT_SECRET`]: client.client_secret,
				[`${name}_SIGN_IN_URL`]: proxy.url,
			},
			async close() {
				await proxy.close();
				await emulator.close();
			},
		};
	};
	const microsoft = await start("microsoft");
	const google = await start("google");
	return {
		microsoft,
		google,
		env: { ...microsoft.env, ...google.env },
		async close() {
			await microsoft.close();
			await google.close();
		},
	};
}
