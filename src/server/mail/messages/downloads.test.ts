import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { EMAIL_LIMITS, emailsContract } from "#shared/contracts/emails.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { createParsePool } from "../parse/pool/pool.ts";
import { MAX_DOWNLOADS } from "./downloads.ts";
import { openEmail } from "./open-email.ts";

const PICTURES = 60;
const pictures = Array.from({ length: PICTURES }, () => randomBytes(3_000));
const file = randomBytes(12 * 1024 * 1024);
const uuencoded = ["begin 644 packed.bin", `#${"0V%T"}`, "`", "end"].join("\r\n");

function base64(bytes: Buffer): string {
	return (bytes.toString("base64").match(/.{1,76}/g) ?? []).join("\r\n");
}

/** A 14 MB HTML message with 60 images, a large file, a uuencoded file in the text, and 100,000 recipients. */
function largeMessage(): string {
	const shown = pictures.map((_, n) => `<img src="cid:p${n}@x.test">`).join("");
	const everybody = Array.from({ length: 100_000 }, (_, n) => `u${n}@x.test`).join(", ");
	const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`;
	const attached = (bytes: Buffer, head: string) => part(`${head}\r\nContent-Transfer-Encoding: base64`, base64(bytes));
	return [
		`From: Ann <ann@x.test>\r\nTo: All: ${everybody};\r\nSubject: Large\r\nMessage-ID: <large@x.test>\r\n`,
		"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n",
		part("Content-Type: text/html; charset=utf-8", `${shown}${"<p>all work “and” no play</p>\r\n".repeat(460_000)}`),
		...pictures.map((bytes, n) =>
			attached(bytes, `Content-Type: image/png; name=p${n}.png\r\nContent-ID: <p${n}@x.test>`),
		),
		attached(file, "Content-Type: application/pdf; name=file.pdf\r\nContent-Disposition: attachment"),
		part("Content-Type: text/plain", `Here it is\r\n${uuencoded}`),
		"--b--\r\n",
	].join("");
}

let server: TestServer;
let ann: TestUser;
let id: string;
const message = largeMessage();
beforeAll(async () => {
	server = await startTestServer();
	ann = await server.signUp();
	const sent = await ann.fetch("/api/v1/accounts/mbox?filename=large.eml", { method: "POST", body: message });
	expect(sent.status).toBe(202);
	await server.ctx.jobs.drain();
	const { items } = await ann.client(emailsContract).listEmails({ query: { q: "subject:large" } });
	id = items[0]?.id ?? "";
	expect(items).toMatchObject([{ recipientCount: 100_000 }]);
});
afterAll(() => server.close());

const sockets: Socket[] = [];
afterEach(() => {
	for (const socket of sockets.splice(0)) socket.destroy();
});

/** A client that stops reading after the beginning of the response. @returns that beginning */
function requestSlowly(path: string): Promise<string> {
	const { hostname, port } = new URL(server.url);
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname);
		sockets.push(socket);
		socket.once("error", reject);
		socket.once("data", (data: Buffer) => {
			socket.pause();
			resolve(data.toString("latin1"));
		});
		socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${ann.cookie}\r\n\r\n`);
	});
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const bytesOf = async (path: string) => new Uint8Array(await (await ann.fetch(path)).arrayBuffer());

describe("a very large message", () => {
	it("is parsed once for itself, its sixty images and its file, off the main thread", async () => {
		const before = server.ctx.parsePool.taskCount();
		const cpuBefore = process.threadCpuUsage();
		const email = await ann.client(emailsContract).getEmail({ params: { id } });
		const found = await Promise.all(
			pictures.map((_, n) => bytesOf(`/api/v1/emails/${id}/attachments/${n}?inline=true`)),
		);
		const cpu = process.threadCpuUsage(cpuBefore);
		expect(found.map(sha256)).toEqual(pictures.map(sha256));
		expect(sha256(await bytesOf(`/api/v1/emails/${id}/attachments/${PICTURES}`))).toBe(sha256(file));
		expect(Buffer.from(await bytesOf(`/api/v1/emails/${id}/attachments/${PICTURES + 1}`)).toString()).toBe("Cat");
		expect(server.ctx.parsePool.taskCount() - before).toBe(1);
		expect(email.html).toContain('<img src="cid:p0@x.test">');
		// Parsing it takes a second or more; once per image would take a minute or more.
		expect((cpu.user + cpu.system) / 1_000).toBeLessThan(5_000);
	});

	it("is cut to the reply limits, and reports what was cut", async () => {
		const response = await ann.fetch(`/api/v1/emails/${id}`);
		const body = await response.text();
		expect(Buffer.byteLength(body)).toBeLessThan(2_000_000);
		const email = emailsContract.getEmail.reply.parse(JSON.parse(body));
		expect(email.truncated.sort()).toEqual(["html", "recipients", "text"]);
		expect(Buffer.byteLength(JSON.stringify(email.text))).toBeGreaterThan(EMAIL_LIMITS.text - 10);
		expect(email.html).toMatch(/>\s*$|[^<]$/);
		expect(email.recipientCount).toBe(100_000);
		expect(email.to).toHaveLength(1_000);
		expect(email.problem).toBeNull();
	});

	it("that exceeds the parser's limits is returned with its summary and a link to the original", async () => {
		const parsePool = createParsePool({ workers: 1, taskTimeoutMs: 1 });
		try {
			const email = await openEmail({ ...server.ctx, parsePool }, ann.ownerId, id);
			expect(email).toMatchObject({ subject: "Large", html: null, problem: { code: "message-too-complex" } });
			expect((await ann.fetch(email.problem?.original ?? "")).status).toBe(200);
		} finally {
			await parsePool.close();
		}
	});

	it.each(["raw", `attachments/${PICTURES}`])(
		"uses little memory for slow readers of %s, and leaves no files behind",
		async (path) => {
			const url = `/api/v1/emails/${id}/${path}`;
			await bytesOf(url);
			globalThis.gc?.();
			const before = process.memoryUsage();
			const answers = await Promise.all(Array.from({ length: 60 }, () => requestSlowly(url)));
			const statuses = answers.map((answer) => answer.split(" ")[1]);
			expect(statuses.filter((status) => status === "200")).toHaveLength(MAX_DOWNLOADS);
			expect(statuses.filter((status) => status === "429")).toHaveLength(60 - MAX_DOWNLOADS);
			const refused = answers.find((answer) => answer.includes(" 429 ")) ?? "";
			expect(refused.toLowerCase()).toContain("retry-after: ");
			expect(refused).toContain("too-many-downloads");
			await new Promise((resolve) => setTimeout(resolve, 500));
			// Buffering whole messages would take 200 MB and more.
			const grown = process.memoryUsage().arrayBuffers - before.arrayBuffers;
			expect(grown).toBeLessThan(50_000_000);
			for (const socket of sockets.splice(0)) socket.destroy();
			await expect.poll(async () => (await ann.fetch(url, { method: "HEAD" })).status).toBe(200);
			await expect
				.poll(() => Promise.all(Array.from({ length: MAX_DOWNLOADS }, async () => sha256(await bytesOf(url)))), {
					timeout: 60_000,
				})
				.toEqual(Array(MAX_DOWNLOADS).fill(sha256(path === "raw" ? Buffer.from(message) : file)));
		},
	);

	it("leaves no decoded file in the data folder", () => {
		const parts = join(server.install.dataDir, "cache", "parts");
		let names: string[] = [];
		try {
			names = readdirSync(parts);
		} catch {
			// The folder was never created.
		}
		expect(names).toEqual([]);
	});
});
