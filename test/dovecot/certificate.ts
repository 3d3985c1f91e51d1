import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Writes key.pem and a self-signed certificate.pem for localhost, 127.0.0.1, and further names.
 * @returns the certificate
 */
export async function makeCertificate(folder: string, more: readonly string[] = []): Promise<string> {
	const certificate = join(folder, "certificate.pem");
	const key = [
		"-newkey",
		"ec",
		"-pkeyopt",
		"ec_paramgen_curve:prime256v1",
		"-nodes",
		"-keyout",
		join(folder, "key.pem"),
	];
	const alternatives = ["IP:127.0.0.1", ...["localhost", ...more].map((name) => `DNS:${name}`)];
	const names = ["-subj", "/CN=localhost", "-addext", `subjectAltName=${alternatives.join(",")}`];
	await promisify(execFile)("openssl", ["req", "-x509", ...key, ...names, "-days", "3650", "-out", certificate]);
	return readFile(certificate, "utf8");
}
