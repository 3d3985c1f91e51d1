import { createHash, randomBytes } from "node:crypto";

export interface CodeFlow {
	answer(request: Request): Promise<Response>;
	/** URLs of the account chooser's form and of the token endpoint. */
	chosen: string;
	token: string;
	clientId: string;
	clientSecret: string;
	redirectUri: string;
	/** Additional form fields. */
	fields: Record<string, string>;
}

/** Completes the consent flow as a user who grants everything. @returns the token response */
export async function tokensWithoutBrowser(
	flow: CodeFlow,
	email: string,
	scopes: string[],
): Promise<{ access_token: string; refresh_token: string; scope: string }> {
	const { clientId, clientSecret, redirectUri } = flow;
	const verifier = randomBytes(32).toString("base64url");
	const form = new URLSearchParams({
		...{ email, redirect_uri: redirectUri, scope: scopes.join(" "), state: "s", client_id: clientId, answer: "allow" },
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
		...flow.fields,
	});
	for (const scope of scopes) form.append("allowed", scope);
	const back = (await flow.answer(new Request(flow.chosen, { method: "POST", body: form }))).headers.get("location");
	const exchange = new URLSearchParams({
		...{ grant_type: "authorization_code", code: new URL(back ?? "").searchParams.get("code") ?? "" },
		...{ redirect_uri: redirectUri, client_id: clientId, client_secret: clientSecret, code_verifier: verifier },
	});
	const reply = await flow.answer(new Request(flow.token, { method: "POST", body: exchange }));
	if (!reply.ok) throw new Error(`No tokens for ${email}: ${await reply.text()}`);
	return (await reply.json()) as { access_token: string; refresh_token: string; scope: string };
}
