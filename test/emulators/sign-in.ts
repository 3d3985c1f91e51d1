import { clientOf, type EmulatedPerson, type EmulatedService, startEmulator } from "./emulator.ts";
import { type FaultyProxy, startFaultyProxy } from "./faulty-proxy.ts";

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

/**
 * Local Microsoft and Google: sign-in pages, tokens, and checks of client, redirect URI and PKCE.
 * @param origin of the server under test
 */
export async function startSignInEmulators(origin: string, people: EmulatedPerson[]): Promise<SignInEmulators> {
	const start = async (service: EmulatedService): Promise<EmulatedProvider> => {
		const emulator = await startEmulator(service, people, [`${origin}/auth/callback`, `${origin}/auth`]);
		const proxy = await startFaultyProxy(emulator.url);
		const name = service.toUpperCase();
		const { clientId, clientSecret } = clientOf(service);
		return {
			...proxy,
			env: {
				[`${name}_CLIENT_ID`]: clientId,
				[`${name}_CLIENT_SECRET`]: clientSecret,
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
