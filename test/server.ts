import { join } from "node:path";
import { type Config, readConfig } from "#server/config.ts";
import type { Context } from "#server/identity/auth/context.ts";
import { createLogger, type Logger } from "#server/log.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import { startServer } from "#server/server.ts";
import { createClient } from "#shared/client.ts";
import type { Client, Contract } from "#shared/contract.ts";
import { type TestInstall, testInstall } from "./database.ts";
import { storeEnv } from "./s3/env.ts";

export interface TestUser {
	ownerId: string;
	email: string;
	cookie: string;
	/** Typed calls as this user. */
	client<C extends Contract>(contract: C): Client<C>;
	/** Any call as this user; the path is appended to the server's URL. */
	fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestServer {
	url: string;
	ctx: Context;
	install: TestInstall;
	/** Signs up and in, as the sign-in page does. */
	signUp(email?: string): Promise<TestUser>;
	close(): Promise<void>;
}

let people = 0;
const password = "correct horse battery";

interface ServerOptions {
	env?: Record<string, string>;
	config?: Partial<Config>;
	/** true: on the embedded database even when TEST_DATABASE_URL is set. */
	embedded?: boolean;
	/** Data folder of a stopped server on the embedded database: this one starts on a copy. */
	copyOf?: string;
	log?: Logger;
	/** The clock, in epoch milliseconds. */
	now?: () => number;
	/** The demo mailbox's provider, if not the product's. */
	demo?: Provider;
}

/** The complete server on a free port. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
	const { embedded, copyOf } = options;
	const install = await testInstall({
		...(embedded !== undefined && { embedded }),
		...(copyOf !== undefined && { embedded: true, copyOf }),
	});
	const env = {
		PORT: "0",
		LOG_LEVEL: process.env.TEST_LOG ?? "silent",
		PASSWORD_COST: "10",
		DATA_DIR: install.dataDir,
		PREPARE_DEMO: "off",
		DEMO_NEW_MAIL: "off",
		// Two dozen PDF files of the demo mailbox, for which every test would wait.
		ATTACHMENT_SEARCH: "off",
		...storeEnv(install.dataDir),
		...options.env,
	};
	const config = { ...readConfig(env), databaseUrl: install.databaseUrl, ...options.config };
	const { now } = options;
	const server = await startServer(config, {
		log: options.log ?? createLogger(config),
		...(now !== undefined && { now }),
	});
	if (options.demo !== undefined) (server.ctx.providers as Map<string, Provider>).set("demo", options.demo);
	const url = server.url ?? "";
	return {
		url,
		ctx: server.ctx,
		install,
		signUp: (email = `person${++people}@example.org`) => signUpAt(url, email),
		async close() {
			await server.stop();
			await install.remove();
		},
	};
}

/** The blobs folder of a test server. */
export function blobsFolder(server: TestServer): string {
	return join(server.install.dataDir, "blobs");
}

/** Signs a user up and in at a server, as the sign-in page does. */
export async function signUpAt(url: string, email: string): Promise<TestUser> {
	await post(url, "/api/auth/sign-up/email", { name: "Test Person", email, password });
	return signInAt(url, email);
}

/** Signs in a user who has signed up before. @param secret the password, if it was changed */
export async function signInAt(url: string, email: string, secret = password): Promise<TestUser> {
	const response = await post(url, "/api/auth/sign-in/email", { email, password: secret });
	const { user } = (await response.json()) as { user: { id: string } };
	const cookie = response.headers
		.getSetCookie()
		.map((line) => line.split(";")[0])
		.join("; ");
	const send = (path: string, init: RequestInit = {}): Promise<Response> =>
		fetch(new URL(path, url), {
			...init,
			headers: { origin: url, cookie, ...(init.headers as Record<string, string>) },
		});
	return { ownerId: user.id, email, cookie, client: (contract) => createClient(contract, send), fetch: send };
}

async function post(url: string, path: string, body: object): Promise<Response> {
	const check = (await (await fetch(`${url}/api/v1/security-check`)).json()) as { token: string; a: number; b: number };
	const response = await fetch(url + path, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			origin: url,
			"x-security-check": `${check.token}:${check.a + check.b}`,
		},
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	return response;
}
